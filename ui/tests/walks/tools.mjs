// Tools: finding them, and what each shows.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../browser.mjs';
import { button, link, look, page, visit } from '../walk.mjs';

test('tools are searched and filtered', async () => {
  await visit('/tools');
  await page.getByText(/\d+ of \d+ tools/).waitFor();
  await look('tools', { narrow: true });
  await page.keyboard.press('/');
  await page.keyboard.type('arithmetic');
  await page.getByText(/^1 of/).waitFor();
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await page.getByLabel('Side effects').selectOption('writes');
  await link('Pay somebody', { exact: true }).waitFor();
  assert.equal(await link('Calculator', { exact: true }).count(), 0);
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing is called this');
  await page.getByText('No tool fits').waitFor();
  await look('tools-none');
  await button('Show all tools').click();
  await link('Calculator', { exact: true }).click();
  await page.waitForURL('**/tools/calculator');
});

test('a tool shows its promise, schemas, versions and settings', async () => {
  await visit('/tools/calculator');
  await page.getByText('Dividing by zero').waitFor();
  await look('tool', { narrow: true });
  await visit('/tools/calculator/no_such_part');
  await page.getByText('A tool has no such part').waitFor();
  await link('Schemas').click();
  await page.getByLabel('Vendor').selectOption('openai-strict');
  await page.getByText('moved to description').waitFor();
  await look('tool-schemas');
  await visit('/tools/mail_search/versions');
  await page.getByText('Breaks some callers').waitFor();
  await look('tool-versions');
  await button('Go back to this').click();
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('dialog').count(), 0);
  await button('Go back to this').click();
  await look('tool-rollback');
  await button('Go back', { exact: true }).click();
  await page.getByRole('row', { name: '1 1.0.0' }).getByText('Serves now').waitFor();
  await link('Settings').last().click();
  await page.getByLabel('Enabled: it may be called').uncheck();
  await page.getByText('Switched off').waitFor();
  await look('tool-settings');
  await button('As its source says').click();
  await page.getByText('Enabled', { exact: true }).waitFor();
});

test('a tool that cannot be called says why', async () => {
  await visit('/tools?state=broken');
  await link('broken', { exact: true }).click();
  for (const tab of ['Promise', 'Try', 'Schemas', 'Versions', 'Settings']) {
    await page.getByRole('navigation', { name: 'Parts of broken' }).getByRole('link', { name: tab }).click();
    await page.getByText('This tool cannot be called').waitFor();
    await page.getByText('must be a number').waitFor();
  }
  await visit('/tools/broken');
  await look('tool-broken');
});

test('a tool that is an agent leads to the agent', async () => {
  await visit('/tools/web_search');
  await page.getByText('agent', { exact: true }).waitFor();
  assert.equal(await page.getByRole('navigation', { name: 'Parts of Web Search' }).getByRole('link').count(), 3);
  await look('tool-agent');
  await link('See the agent').click();
  await page.getByRole('heading', { name: 'Web Search' }).waitFor();
});
