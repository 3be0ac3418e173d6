// The first minute.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { button, look, page, visit } from '../walk.mjs';

test('a first visit is a tour that calls a tool', async () => {
  await visit('/');
  await page.waitForURL('**/welcome');
  await look('tour-1', { narrow: true });
  await button('Show me').click();
  await page.waitForURL('**/welcome/call');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
  assert.ok(await button('Next').isDisabled());
  await button('Call').click();
  await page.getByText('"result"').waitFor();
  await page.getByText('string to number').waitFor();
  await look('tour-2');
  await button('Next').click();
  await page.getByText('See the whole record').waitFor();
  await look('tour-3');
  await page.reload();
  await page.getByText('See the whole record').waitFor();
  await button('Next').click();
  await page.getByText('curl -s').waitFor();
  await look('tour-4');
  await button('See all tools').click();
  await page.waitForURL('**/tools');
  await visit('/');
  await page.waitForURL('**/tools');
});
