// Calling a tool by hand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api, violations } from '../browser.mjs';
import { button, link, look, makeOdd, page, settled, visit } from '../walk.mjs';

test('a tool is called through its form', async () => {
  await visit('/tools/calculator/try');
  await page.getByLabel(/^a\b/).fill('6');
  await button('Dry run').click();
  await page.getByText('It would not run').waitFor();
  await page.locator('[data-invalid]', { hasText: 'is required but missing' }).waitFor();
  await look('try-dry-run', { narrow: true });
  await page.getByLabel(/^b\b/).fill('7');
  await page.getByLabel(/^operation/).selectOption({ label: 'multiply' });
  await button('JSON').click();
  const json = page.getByLabel('Arguments as JSON');
  assert.deepEqual(JSON.parse(await json.inputValue()), { a: 6, b: 7, operation: 'multiply' });
  await json.fill('{"a": 6,');
  assert.ok(await button('Call', { exact: true }).isDisabled());
  await look('try-json');
  await json.fill('{"a": 6, "b": 8, "operation": "multiply"}');
  await button('Form', { exact: true }).click();
  assert.equal(await page.getByLabel(/^b\b/).inputValue(), '8');
  await button('Call', { exact: true }).click();
  await page.getByText('48').waitFor();
  await look('try');
  await link('See its record').click();
  await page.getByRole('heading', { name: 'Call of calculator' }).waitFor();
  await settled();
  await look('call', { narrow: true });
  await link('Call again').click();
  await page.waitForURL('**/try?call=*');
  assert.equal(await page.getByLabel(/^b\b/).inputValue(), '8');
});

test('every tool has a form without complaint', async () => {
  const { tools } = await api('GET', '/api/tools?limit=200');
  for (const { id } of tools.filter(({ usable }) => usable)) {
    await visit(`/tools/${id}/try`);
    await button('Call', { exact: true }).waitFor();
    assert.deepEqual(await violations(page), [], id);
  }
});

test('a form takes parameters of every kind', async () => {
  await makeOdd();
  await visit('/tools/odd/try');
  const form = page.getByRole('form', { name: 'Arguments' });
  await page.getByLabel(/^anything/).fill('{"a": [1]}');
  await page.getByLabel(/^either/).fill('"b"');
  await page.getByLabel(/^pair/).fill('[1, "c"]');
  assert.equal(await form.getByText('shape', { exact: true }).count(), 1);
  const kinds = page.getByLabel(/^shape/).first();
  assert.deepEqual(await kinds.locator('option').allTextContents().then((all) => all.filter(Boolean)), ['circle', 'Square']);
  await kinds.selectOption('Square');
  await page.getByLabel(/^side/).fill('2');
  await page.getByLabel(/^level/).selectOption('high');
  await button('Add one to children').click();
  await page.getByText('children 1').waitFor();
  await page.getByLabel(/^name/).fill('Ann');
  await button('Add one to tags').click();
  await page.getByLabel(/^tags 1/).fill('quiet');
  await look('try-odd', { narrow: true });
  await page.getByLabel(/^sure/).check();
  await button('Dry run').click();
  const missing = form.getByText('is required but missing');
  await missing.waitFor();
  await page.getByLabel(/^count/).fill('3');
  await missing.waitFor({ state: 'detached' });
  // Enter in a field calls.
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Outcome' }).getByText('"side": 2').waitFor();
  await link('See its record').click();
  await page.goBack();
  assert.equal(await page.getByLabel(/^side/).inputValue(), '2');
  await page.getByRole('region', { name: 'Outcome' }).getByText('"side": 2').waitFor();
});

test('long numbers keep their digits', async () => {
  const long = '9007199254740993';
  await visit('/tools/odd/try');
  await page.getByLabel(/^count/).fill(long);
  await page.getByText('Beyond 2^53 a form changes numbers').waitFor();
  assert.ok(await button('Call', { exact: true }).isDisabled());
  await button('JSON', { exact: true }).click();
  await page.getByLabel('Arguments as JSON').fill(`{"count": ${long}}`);
  await button('Call', { exact: true }).click();
  await page.getByRole('region', { name: 'Outcome' }).getByText(long).waitFor();
  await button('Form', { exact: true }).click();
  await page.getByText('stay with JSON').waitFor();
  await link('See its record').click();
  await page.getByRole('heading', { name: 'Call of odd' }).waitFor();
  assert.equal(await page.getByText(long).count(), 2);
  await link('Call again').click();
  assert.match(await page.getByLabel('Arguments as JSON').inputValue(), new RegExp(long));
});

test('a call that must be approved is approved in place', async () => {
  await visit('/tools/pay/try');
  await page.getByLabel(/^payee/).fill('Bert Baker');
  await page.getByLabel(/^amount/).fill('12');
  await button('Call', { exact: true }).click();
  await button('Approve and call').waitFor();
  await look('try-approval');
  await button('Approve and call').click();
  await page.getByText('"paid"').waitFor();
  await link('See its record').click();
  await page.getByText('Approved by rest').waitFor();
  await look('call-approved');
});
