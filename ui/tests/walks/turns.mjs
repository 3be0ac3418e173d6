// Turns that go on, break off, and are there again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../browser.mjs';
import { button, link, look, page, say, visit, wrong } from '../walk.mjs';

test('a turn goes on while another view is shown', async () => {
  await visit('/chat');
  await say('Please pay Ann from elsewhere');
  await page.waitForURL('**/chat/sess_*');
  await button('Approve', { exact: true }).waitFor();
  const leaves = () => page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  assert.ok(await leaves(), 'the browser asks before a turn is lost');
  const session = new URL(page.url()).pathname;
  await link('Approvals').click();
  await page.getByRole('region', { name: /payee = "Ann/ }).getByRole('button', { name: 'Approve' }).click();
  await page.getByText('Nothing waits for you').waitFor();
  await page.locator(`a[href="/chat"]`).first().click();
  await page.locator(`a[href="${session}"]`).click();
  await page.getByText('Here is what came of it: {"paid":42').waitFor();
  assert.ok(!(await leaves()));
  await say('Tell me a story');
  await page.getByText('Once upon a time').first().waitFor();
  await link('Tools').first().click();
  await link('Calculator', { exact: true }).waitFor();
  await page.goBack();
  await button('Stop').click();
  await page.getByText('Stopped.').waitFor();
  await page.reload();
  await page.getByText('Stopped.').waitFor();
});

test('work that was handed on twice is the same tree after a reload', async () => {
  const settings = { agents: ['web_search'] };
  await api('POST', '/api/agents', { id: 'researcher', name: 'Researcher', description: 'Looks into things.', settings });
  await visit('/chat');
  await say('Do some research');
  await page.getByText('The research is done.').waitFor();
  const looked = page.getByRole('list', { name: 'What researcher did' }).getByRole('list', { name: 'What web_search did' });
  await looked.getByText('format_datetime', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('The research is done.').waitFor();
  await looked.getByText('format_datetime', { exact: true }).waitFor();
  assert.match(await looked.locator('summary').textContent(), /\d m?s/);
  await look('chat-tree', { narrow: true });
});

test('a message that nobody heard can be sent again', async () => {
  let cut = false;
  const sockets = [];
  await page.routeWebSocket('**/ws', (socket) => {
    if (cut) return void socket.close();
    socket.connectToServer();
    sockets.push(socket);
  });
  const away = async (is) => {
    cut = is;
    if (!is) return page.unroute('**/{api,healthz}**');
    await page.route('**/{api,healthz}**', (route) => route.abort());
    for (const socket of sockets.splice(0)) await socket.close();
  };
  await visit('/chat');
  await say('Tell me a story');
  await page.getByText('Once upon a time').first().waitFor();
  await away(true);
  await page.getByText('reconnecting').waitFor();
  await say('What is 6 times 7?');
  await page.getByRole('group', { name: 'Unsent message' }).getByText('What is 6 times 7?').waitFor();
  await look('chat-unsent');
  await away(false);
  await page.getByText('Interrupted').waitFor();
  await page.reload();
  await button('Send again').click();
  await page.getByText('That is 42.').waitFor();
  await page.getByRole('group', { name: 'Unsent message' }).waitFor({ state: 'detached' });
  await page.unrouteAll();
  assert.ok(wrong.splice(0).every((line) => line.includes('ERR_FAILED') || line.includes('WebSocket')));
});
