// Records and numbers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api, violations } from '../browser.mjs';
import { button, link, look, page, visit } from '../walk.mjs';

test('calls are listed live and filtered', async () => {
  await visit('/calls');
  await look('calls', { narrow: true });
  await page.getByLabel('Tool').selectOption('calculator');
  await page.getByLabel('Outcome').selectOption('false');
  await page.getByRole('cell', { name: 'PERMANENT' }).first().waitFor();
  assert.equal(await page.getByRole('cell', { name: 'mail_search' }).count(), 0);
  await page.getByLabel('Error type').selectOption('TIMEOUT');
  await page.getByText('No call fits').waitFor();
  await button('Show all calls').click();
  await api('POST', '/api/tools/echo/call', { arguments: { from: 'beside the page' } });
  await page.getByText('beside the page').waitFor();
});

test('a call shows the calls within it', async () => {
  const { calls } = await api('GET', '/api/calls?tool_id=web_search&limit=1');
  await visit(`/calls/${calls[0].id}`);
  await page.getByText('Calls within this call').waitFor();
  const stages = page.getByRole('list', { name: 'Stages' }).getByRole('listitem');
  assert.deepEqual((await stages.locator('strong').allTextContents()), ['resolve', 'admit', 'prepare', 'confirm', 'run', 'check']);
  assert.ok((await stages.locator('i').last().boundingBox()).width >= 3);
  await look('call-nested', { narrow: true });
  await page.getByRole('link', { name: 'format_datetime' }).click();
  await link('another call').click();
  await page.getByRole('heading', { name: 'Call of web_search' }).waitFor();
});

test('the record of a call that was held leads to its approval', async () => {
  const { meta } = await api('POST', '/api/tools/pay/call', { arguments: { payee: 'Emil', amount: 7 } });
  await visit(`/calls/${meta.callId}`);
  const stages = page.getByRole('list', { name: 'Stages' }).getByRole('listitem');
  assert.deepEqual(await stages.locator('strong').allTextContents(), ['resolve', 'admit', 'prepare', 'confirm']);
  assert.match(await stages.last().textContent(), /ended the call/);
  await link('Answer it under Approvals').click();
  const held = page.getByRole('region', { name: /payee = "Emil"/ });
  await held.getByRole('button', { name: 'Deny…' }).click();
  await page.keyboard.press('Enter');
  await held.waitFor({ state: 'detached' });
});

test('analytics have charts, and tables beside them', async () => {
  await visit('/analytics');
  await page.locator('.chart canvas').waitFor();
  await look('analytics', { narrow: true });
  await page.getByText('The same as a table').click();
  await page.getByRole('columnheader', { name: 'When (UTC)' }).waitFor();
  await button('Slowest').click();
  await button('Week').click();
  await page.waitForURL('**since=7d');
  await page.locator('.chart canvas').waitFor();
  assert.deepEqual(await violations(page), []);
});
