// Conversations.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '../browser.mjs';
import { button, look, page, say, visit } from '../walk.mjs';

test('a conversation streams, hands work on, and is there after a reload', async () => {
  await visit('/chat');
  await look('chat-new', { narrow: true });
  assert.match(await page.title(), /^New conversation/);
  assert.equal(await page.getByRole('group', { name: 'Suggestions' }).getByRole('button').count(), 3);
  await say('What is the weather in Tokyo?');
  await page.waitForURL('**/chat/sess_*');
  await page.getByText('light wind from the north-west').waitFor();
  await page.getByText('live', { exact: true }).waitFor();
  await page.getByText('prepared answer', { exact: true }).waitFor();
  await page.getByText('no model was asked').waitFor();
  const tree = page.getByRole('list', { name: 'What web_search did' });
  await tree.getByText('format_datetime', { exact: true }).waitFor();
  await page.locator('summary', { hasText: 'web_search' }).click();
  await look('chat', { narrow: true });
  await page.reload();
  await page.getByText('light wind from the north-west').waitFor();
  await page.getByText('prepared answer', { exact: true }).waitFor();
  await tree.getByText('format_datetime', { exact: true }).waitFor();
});

test('a conversation waits for an approval, and is told why not', async () => {
  await page.getByText('live', { exact: true }).waitFor();
  await say('Please pay Ann');
  await button('Approve', { exact: true }).waitFor();
  await page.getByLabel('1 waiting', { exact: true }).waitFor();
  await look('chat-approval');
  await button('Approve', { exact: true }).click();
  await page.getByText('Here is what came of it').waitFor();
  assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), 'BODY');
  await say('Please pay Ann again');
  await button('Deny…').click();
  await page.getByLabel('Reason').fill('too dear');
  await page.keyboard.press('Enter');
  await page.getByText('too dear').last().waitFor();
  await page.getByText('Here is what came of it').nth(1).waitFor();
});

test('an answer is stopped', async () => {
  await say('Tell me a story');
  await page.getByText('Once upon a time').first().waitFor();
  await button('Stop').click();
  await page.getByText('Stopped.').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'TEXTAREA');
});

test('the mode of a conversation is changed where it stands', async () => {
  const modes = page.getByRole('group', { name: 'Mode' });
  await modes.getByRole('button', { name: 'voice' }).click();
  await modes.getByRole('button', { name: 'voice', pressed: true }).waitFor();
  const { sessions } = await api('GET', '/api/playground/sessions');
  const id = new URL(page.url()).pathname.split('/').at(-1);
  assert.equal(sessions.find((session) => session.id === id)?.mode, 'voice');
});
