// What all walks through the page need.

import assert from 'node:assert/strict';
import { after, afterEach, before } from 'node:test';
import { api, BASE, open, shoot, violations } from './browser.mjs';

let browser;
/** The one page that all walks share. */
export let page;
/** What went wrong on it since the last walk; a walk takes out what it is about. */
export let wrong;

before(async () => {
  ({ browser, page, wrong } = await open());
  await prepare();
});

after(() => browser?.close());

afterEach(() => assert.deepEqual(wrong.splice(0), []));

/** A tool of the workspace's own with two versions, and calls of many kinds. */
async function prepare() {
  const parameters = (more) => ({
    type: 'object',
    required: ['query'],
    properties: { query: { type: 'string', description: 'What to look for' }, limit: { type: 'integer', default: 10, maximum: 50 }, ...more },
  });
  const tool = { id: 'mail_search', name: 'Search mail', handler_key: 'echo', category: 'email', side_effects: 'read_only' };
  const description = 'Searches the mail of one inbox. Use it to find what somebody wrote.';
  await api('POST', '/api/tools', { ...tool, description, parameters_schema: parameters({ inbox: { type: 'string' } }) });
  await api('PUT', '/api/tools/mail_search', { version: '1.1.0', parameters_schema: parameters({}) });
  for (let a = 0; a < 12; a += 1) await api('POST', '/api/tools/calculator/call', { arguments: { a, b: a % 4, operation: 'divide' } });
  await api('POST', '/api/tools/mail_search/call', { arguments: { query: 'budget', limit: 99 } });
  await api('POST', '/api/tools/mail_search/call', { arguments: { query: 'budget' } });
}

/** Parameters of every kind that forms found hard. */
export async function makeOdd() {
  const shape = (kind, more) => ({ type: 'object', required: ['kind'], properties: { kind: { const: kind }, ...more } });
  const parameters_schema = {
    type: 'object',
    required: ['count'],
    properties: {
      count: { type: 'integer', description: 'How many' },
      anything: { description: 'Whatever it is' },
      either: { type: ['string', 'integer'] },
      pair: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }], items: false },
      shape: { oneOf: [shape('circle', { radius: { type: 'number' } }), { $ref: '#/$defs/Square' }] },
      level: { anyOf: [{ const: 'low' }, { const: 'high' }] },
      when: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      children: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } } } },
      sure: { type: 'boolean', description: 'Whether it is meant' },
    },
    $defs: { Square: shape('square', { side: { type: 'number' } }) },
  };
  const tool = { id: 'odd', name: 'Odd parameters', handler_key: 'echo', category: 'utility', side_effects: 'none' };
  await api('POST', '/api/tools', { ...tool, description: 'Takes parameters of every kind.', parameters_schema });
}

export async function visit(path) {
  await page.goto(BASE + path);
  await page.locator('h1').first().waitFor();
  await settled();
}

/** Waits until nothing is being loaded. */
export async function settled() {
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
  await page.evaluate(() => document.fonts.ready);
}

/** Looks at the view as it is in both themes, and on a narrow screen if asked. */
export async function look(name, { narrow = false } = {}) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await page.waitForTimeout(250);
    assert.deepEqual(await violations(page), [], `${name}, ${colorScheme}`);
    await shoot(page, `${name}-${colorScheme}`);
  }
  if (narrow) {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.waitForTimeout(250);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(overflow <= 0, `${name} is ${overflow} px too wide on a narrow screen`);
    await page.setViewportSize({ width: 390, height: 844 });
    assert.deepEqual(await violations(page), [], `${name}, narrow`);
    await shoot(page, `${name}-narrow`);
    await page.setViewportSize({ width: 1280, height: 860 });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Says something as soon as nobody is answering. */
export async function say(message) {
  await button('Send').waitFor();
  await page.getByRole('textbox', { name: 'Message' }).fill(message);
  await page.keyboard.press('Enter');
}

export const button = (name, options) => page.getByRole('button', { name, ...options });
export const link = (name, options) => page.getByRole('link', { name, ...options });
