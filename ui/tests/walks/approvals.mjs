// Calls that wait for a person.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../browser.mjs';
import { look, page, visit } from '../walk.mjs';

test('approvals are given and refused', async () => {
  await visit('/approvals');
  await page.getByText('Nothing waits for you').waitFor();
  await page.getByText('Decided before').waitFor();
  await api('POST', '/api/tools/pay/call', { arguments: { payee: 'Cleo', amount: 5 } });
  await api('POST', '/api/tools/pay/call', { arguments: { payee: 'Dora', amount: 6 } });
  // They appear by themselves.
  await page.getByRole('heading', { name: /payee = "Cleo"/ }).waitFor();
  await page.getByRole('heading', { name: /payee = "Dora"/ }).waitFor();
  await look('approvals', { narrow: true });
  const of = (name) => page.getByRole('region', { name: new RegExp(`payee = "${name}"`) });
  await of('Cleo').getByRole('button', { name: 'Approve' }).click();
  await of('Cleo').waitFor({ state: 'detached' });
  await of('Dora').getByRole('button', { name: 'Deny…' }).click();
  await page.getByLabel('Reason').fill('not today');
  await page.keyboard.press('Enter');
  await page.getByText('Nothing waits for you').waitFor();
  await page.getByRole('cell', { name: 'not today' }).waitFor();
  const { approvals } = await api('GET', '/api/approvals?limit=2');
  assert.deepEqual(approvals.map(({ state }) => state), ['denied', 'approved']);
});
