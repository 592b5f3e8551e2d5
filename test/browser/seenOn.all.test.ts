import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { axeProblems } from '../../tools/page/axeProblems.js';
import { launchChromium } from '../../tools/page/launchChromium.js';
import { openPage } from '../../tools/page/openPage.js';
import { eventually } from '../support/eventually.js';

/** The policy of the page, on a document that breaks it in every way that the other tests look for. */
const POLICY = "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'";
const SCRIPT = `
  try { document.body.innerHTML = '<b>x</b>'; } catch {}
  alert('stay?');
  fetch('/data').catch(() => {});
  queueMicrotask(() => { throw new Error('thrown'); });`;
const DOCUMENT = `<!doctype html><title>Bad</title><main style="color: red">No language</main>
  <script>window.__ran = true</script><script src="/script.js"></script>`;

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

async function badPage() {
  const bodies: Record<string, [string, string]> = {
    '/': ['text/html', DOCUMENT],
    '/script.js': ['text/javascript', SCRIPT],
  };
  const server = createServer(({ url = '' }, answer) => {
    const [type, body] = bodies[url] ?? ['text/plain', ''];
    answer.setHeader('content-length', body.length).setHeader('content-type', type);
    answer.setHeader('content-security-policy', POLICY).end(body);
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  // The cast is safe: it listens on a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('what the tests of the page look for is seen on a page that has it', async () => {
  const { page, seen, go, close } = await openPage(browser, await badPage());
  await go('');
  await eventually('all that the page did is seen', () => {
    expect(seen.errors.join()).toContain('thrown');
    const violations = seen.violations.join('\n');
    expect(violations).toMatch(/require-trusted-types-for/);
    expect(violations).toMatch(/style-src.*inline/);
    expect(violations).toMatch(/script-src.*inline/);
    expect(violations).toMatch(/connect-src/);
  });
  expect(seen.dialogs).toEqual(['alert: stay?']);
  expect(await page.evaluate(() => '__ran' in window)).toBe(false);
  expect((await axeProblems(page)).join('\n')).toMatch(/html-has-lang/);
  const asked = await seen.asked();
  expect(asked.map(({ url }) => new URL(url).pathname)).toContain('/script.js');
  expect(asked.find(({ url }) => url.endsWith('.js'))?.bytes).toBe(SCRIPT.length);
  await close();
});
