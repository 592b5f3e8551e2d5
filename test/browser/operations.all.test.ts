import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { lastHour } from '../../tools/page/fill/lastHour.js';
import type { View } from '../../tools/page/openPage.js';
import { SHOWN_AT } from '../../tools/page/pageVault.js';
import { openedAt } from '../support/browser/openedAt.js';
import { problemsOf } from '../support/browser/problems.js';
import { resize } from '../support/browser/resize.js';
import { filledVault } from '../support/browser/shownVault.js';
import { TWO_VIEWS } from '../support/browser/views.js';
import { sampled } from '../support/depth.js';
import { eventually } from '../support/eventually.js';

const shown = filledVault();
beforeAll(() => lastHour(shown.vault(), SHOWN_AT, 12));

const opened = (view?: View) => openedAt(shown, '#/operations', view);

/** Waits for the charts, which the service sends by itself. */
const charts = (page: Page) =>
  eventually('four charts are there', async () =>
    expect(await page.locator('.plot canvas').count()).toBe(4),
  );

test.each(sampled(TWO_VIEWS, 2))(
  'the charts have no fault and fit, also after the window was made narrower: $width px, $theme',
  async (view) => {
    const open = await opened(view);
    const { page } = open;
    const widths = () =>
      page.locator('.plot canvas').evaluateAll((all) => all.map((one) => one.clientWidth));
    await charts(page);
    expect(await problemsOf(open)).toEqual([]);
    await resize(page, 340);
    await eventually('the charts are narrower', async () =>
      expect(Math.max(...(await widths()))).toBeLessThan(340),
    );
    expect(await problemsOf(open)).toEqual([]);
  },
);

test('a rebuild is confirmed, and its outcome is told with both digests', async () => {
  const open = await opened();
  const { page } = open;
  await page.getByRole('button', { name: 'Rebuild…' }).click();
  const dialog = page.locator('dialog[open]');
  expect(await dialog.textContent()).toContain('nothing is lost');
  expect(await problemsOf(open)).toEqual([]);
  await dialog.getByRole('button', { name: 'Rebuild', exact: true }).click();
  const outcome = page.locator('.box', { hasText: 'Rebuilt:' });
  await outcome.waitFor();
  expect(await outcome.textContent()).toContain('the same as the old ones');
  const digests = await outcome.locator('.digests code').allInnerTexts();
  expect(digests).toHaveLength(2);
  expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(digests[1]).toBe(digests[0]);
  expect(await problemsOf(open)).toEqual([]);
});

test('nothing is asked for while the service is looked at: it sends', async () => {
  const { page, seen } = await opened();
  await page.getByText('live', { exact: true }).waitFor();
  const before = seen.requests.length;
  const wire = await page.context().newCDPSession(page);
  let messages = 0;
  wire.on('Network.eventSourceMessageReceived', () => {
    messages += 1;
  });
  await wire.send('Network.enable');
  await eventually('the service has sent twice', () => expect(messages).toBeGreaterThanOrEqual(2));
  expect(seen.requests.slice(before).map((one) => one.url())).toEqual([]);
});

test('a lost connection is said, and comes back by itself', async () => {
  const { page } = await opened();
  await page.route('**/admin/operations', (route) => route.abort());
  await page.reload();
  await page.getByText('connection lost').waitFor();
  await page.getByText('The service does not answer').waitFor();
  await page.unroute('**/admin/operations');
  await page.getByText('live', { exact: true }).waitFor();
  expect(await page.locator('.service-lost').count()).toBe(0);
  await charts(page);
});

test('the metrics are grouped, and the filter leaves those with all of its words', async () => {
  const open = await opened();
  const { page } = open;
  await open.go('#/operations/metrics');
  await page.locator('.metric').nth(40).waitFor();
  await page.getByLabel('Filter').fill('request duration');
  await eventually('one metric is left', async () =>
    expect(await page.locator('.metric h3').count()).toBe(1),
  );
  expect(await page.locator('.bucket-bars').count()).toBeGreaterThan(2);
  expect(await problemsOf(open)).toEqual([]);
  await page.getByLabel('Filter').fill('no such metric');
  await page.getByText('No metric has these words').waitFor();
});
