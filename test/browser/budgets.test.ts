import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { PAGE_ROUTES } from '../support/browser/pageRoutes.js';
import { addressOf, somewhere } from '../support/browser/places.js';
import { filledVault } from '../support/browser/shownVault.js';

const shown = filledVault();

const FIRST_LOAD = 40 * 1024;
const ALL = 90 * 1024;
const REQUESTS = 8;
const MINUTES = 5;

const ASSETS = new URL('../../dist/web/assets/', import.meta.url);

test('all files of the page together are at most 90 KB, compressed', () => {
  const sizes = readdirSync(ASSETS).map(
    (name) => gzipSync(readFileSync(new URL(name, ASSETS))).length,
  );
  expect(sizes.length).toBeGreaterThan(3);
  expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(ALL);
});

test('the first load is at most 8 requests and 40 KB, compressed', async () => {
  const { go, seen, close } = await shown.open('owner');
  onTestFinished(close);
  await go('#/');
  const asked = await seen.asked();
  expect(asked.length, asked.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(REQUESTS);
  expect(asked.every(({ url }) => url.startsWith(`${shown.vault().url}/`))).toBe(true);
  const files = asked.filter(({ url }) => /\/(assets\/.*)?$/.test(new URL(url).pathname));
  expect(files.length).toBeGreaterThanOrEqual(3);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  expect(bytes).toBeGreaterThan(1000);
  expect(bytes).toBeLessThanOrEqual(FIRST_LOAD);
});

test('no screen asks for anything while nobody does anything, in 5 minutes', async () => {
  // A clock that the test moves: the page has no other.
  const { go, page, seen, settle, close } = await shown.open('owner', { now: undefined });
  onTestFinished(close);
  await page.clock.install();
  for (const route of PAGE_ROUTES) {
    await go(addressOf(route, somewhere(shown.filled())));
    const before = seen.requests.length;
    await page.clock.runFor(MINUTES * 60_000);
    await settle();
    const more = seen.requests.slice(before).map((request) => request.url());
    expect([route.path, more]).toEqual([route.path, []]);
  }
});
