// Settings and keys.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../browser.mjs';
import { button, link, look, page, visit, wrong } from '../walk.mjs';

test('settings hold a key, a theme and the tour', async () => {
  await visit('/settings');
  await page.getByText('The database answers').waitFor();
  await look('settings', { narrow: true });
  await button('Dark', { exact: true }).click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
  await button('System', { exact: true }).click();
  await link('Start the tour').click();
  await page.waitForURL('**/welcome');
});

test('a key is tried before it is used', async () => {
  await visit('/settings');
  const key = page.getByLabel('Key', { exact: true });
  await key.fill('tck_wröng');
  await page.getByText('which no key has').waitFor();
  assert.ok(await button('Use these').isDisabled());
  await key.fill('tck_wrong');
  await button('Use these').click();
  await page.getByText('The server does not know this key').waitFor();
  assert.equal(await page.getByText('In use now.').count(), 0);
  await look('key-wrong');
  const { secret, id } = await api('POST', '/api/keys', { name: 'reader', scopes: ['read'] });
  await key.fill(secret);
  await button('Use these').click();
  await page.getByText('In use now.').waitFor();
  await page.getByRole('region', { name: 'In use now' }).getByText(id).waitFor();
  await page.getByText('it lacks the scope manage').first().waitFor();
  await look('settings-read-only', { narrow: true });
  await link('Tools').first().click();
  await link('Try Calculator').click();
  await page.getByText('it lacks the scope call').waitFor();
  assert.ok(await button('Call', { exact: true }).isDisabled());
  await look('try-read-only');
  await link('Agents').first().click();
  assert.ok(await button('New agent').isDisabled());
  await page.evaluate(() => sessionStorage.clear());
  assert.ok(wrong.splice(0).every((line) => line.includes('401')));
});

test('without a key that fits, one panel asks for it', async () => {
  await visit('/tools');
  await page.evaluate(() => sessionStorage.setItem('toolcrib.key', 'tck_revoked'));
  await visit('/tools');
  await page.getByRole('heading', { name: 'The key of this browser does not fit' }).waitFor();
  assert.equal(await page.getByText('Loading tools').isVisible(), false);
  assert.equal(await page.getByRole('alert').count(), 0);
  await look('locked', { narrow: true });
  await page.getByLabel('Key', { exact: true }).fill('');
  await button('Use these').click();
  await link('Calculator', { exact: true }).waitFor();
  assert.match(await page.title(), /^Tools/);
  await page.evaluate(() => sessionStorage.clear());
  assert.ok(wrong.splice(0).every((line) => line.includes('401')));
});
