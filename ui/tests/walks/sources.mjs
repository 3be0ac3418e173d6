// Sources: what there is, and other MCP servers that are added and removed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../browser.mjs';
import { button, look, page, visit } from '../walk.mjs';

test('another MCP server is added and removed', async () => {
  await visit('/settings');
  await page.getByText('Agents that are tools of others').waitFor();
  await button('Add an MCP server').click();
  const dialog = page.getByRole('dialog', { name: 'Add an MCP server' });
  await dialog.getByLabel('Name', { exact: true }).fill('tickets');
  await dialog.getByLabel('Address').fill(new URL('/mcp', page.url()).href);
  await button('Add a header').click();
  await dialog.getByLabel('Value of header 1').fill('Bearer secret');
  await dialog.getByLabel('Prefix').fill('tickets_');
  await look('source-new', { narrow: true });
  await button('Add the server').click();
  await button('Remove tickets').waitFor();
  // It is this very server, which notices.
  await page.getByText('its own upstream').waitFor();
  assert.ok(!(await page.content()).includes('Bearer secret'));
  await button('Remove tickets').click();
  await page.getByRole('dialog', { name: 'Remove tickets?' }).getByRole('button', { name: 'Remove' }).click();
  await button('Remove tickets').waitFor({ state: 'detached' });
  const { sources } = await api('GET', '/api/sources');
  assert.ok(sources.every((source) => !source.is_added));
});
