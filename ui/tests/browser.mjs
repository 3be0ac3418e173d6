// A browser that notices whatever a page should not do.

import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

export const BASE = process.env.TOOLCRIB_URL ?? 'http://127.0.0.1:7420';
const SHOTS = process.env.SCREENSHOTS;
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function open() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: 'light' });
  const page = await context.newPage();
  /** Everything that went wrong, until somebody takes it out. */
  const wrong = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') wrong.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => wrong.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.host !== new URL(BASE).host) wrong.push(`another host: ${url}`);
  });
  page.setDefaultTimeout(10_000);
  return { browser, page, wrong };
}

/** What axe finds on the page as it is now, in words. */
export async function violations(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(' | ')}`);
}

export async function shoot(page, name) {
  if (!SHOTS) return;
  await mkdir(SHOTS, { recursive: true });
  await page.screenshot({ path: join(SHOTS, `${name}.png`), animations: 'disabled' });
}

/** A request beside the page, for what it needs to find there. */
export async function api(method, path, body) {
  const answer = await fetch(BASE + path, {
    method,
    headers: { 'X-Workspace-Id': 'default' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  return text ? JSON.parse(text) : undefined;
}
