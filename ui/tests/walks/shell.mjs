// What every view has: keyboard, addresses, a server that may be gone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shoot, violations } from '../browser.mjs';
import { button, link, look, page, visit, wrong } from '../walk.mjs';

test('the keyboard is enough', async () => {
  await visit('/tools');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Skip to the content');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(() => document.querySelector('main').contains(document.activeElement)));
  await link('Calls').first().focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/calls');
  await page.getByRole('heading', { name: 'Calls' }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'main');
  await page.setViewportSize({ width: 390, height: 844 });
  await button('Menu').focus();
  await page.keyboard.press('Enter');
  await link('Agents').waitFor();
  await shoot(page, 'menu-narrow');
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press('Escape');
  assert.ok(!(await link('Agents').isVisible()));
  assert.match(await page.evaluate(() => document.activeElement?.ariaLabel), /^Menu/);
  await page.setViewportSize({ width: 1280, height: 860 });
});

test('what is not there is said, with a way on', async () => {
  await visit('/no/such/view');
  await page.getByText('There is no such view').waitFor();
  await look('nowhere');
  await visit('/tools/no_such_tool');
  await page.getByRole('alert').getByText('There is no tool').waitFor();
  await look('no-tool');
  // The browser itself reports the 404 that this is about.
  assert.ok(wrong.splice(0).every((line) => line.includes('404')));
});

test('a server that is gone is told, and comes back by itself', async () => {
  await visit('/calls');
  await page.route('**/{api,healthz}**', (route) => route.abort());
  await page.getByText('The server does not answer.').first().waitFor();
  await look('gone');
  await page.unroute('**/{api,healthz}**');
  await page.locator('.banner').waitFor({ state: 'detached' });
  assert.ok(wrong.splice(0).every((line) => line.includes('ERR_FAILED')));
});
