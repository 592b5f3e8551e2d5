import { beforeAll, expect, test } from 'vitest';
import { lastHour } from '../../tools/page/fill/lastHour.js';
import type { View } from '../../tools/page/openPage.js';
import { SHOWN_AT } from '../../tools/page/pageVault.js';
import { openedAt } from '../support/browser/openedAt.js';
import { problemsOf } from '../support/browser/problems.js';
import { filledVault } from '../support/browser/shownVault.js';
import { TWO_VIEWS } from '../support/browser/views.js';

const shown = filledVault();
beforeAll(() => lastHour(shown.vault(), SHOWN_AT, 60));

const opened = (view?: View) => openedAt(shown, '#/operations', view);

test.each(TWO_VIEWS)(
  'the charts have no fault and fit, also after the window was made narrower: $width px, $theme',
  async (view) => {
    const open = await opened(view);
    const { page } = open;
    const widths = () =>
      page.locator('.plot canvas').evaluateAll((all) => all.map((one) => one.clientWidth));
    expect(await widths()).toHaveLength(4);
    expect(await problemsOf(open)).toEqual([]);
    await page.setViewportSize({ width: 340, height: 700 });
    await expect.poll(async () => Math.max(...(await widths()))).toBeLessThan(340);
    expect(await problemsOf(open)).toEqual([]);
  },
);

test('the legend has the newest values, or those under the pointer, and hides a line by keyboard', async () => {
  const { page } = await opened();
  const legend = page.locator('.legend').first();
  expect(await legend.textContent()).toContain('newest values');
  const plot = page.locator('.plot .u-over').first();
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) * 0.95, (box?.y ?? 0) + 50);
  await expect.poll(() => legend.textContent()).toMatch(/\d\d:\d\d:\d\d/);
  const line = legend.getByRole('button').first();
  await line.focus();
  await page.keyboard.press('Space');
  expect(await line.getAttribute('aria-pressed')).toBe('false');
});

test('a chart says the same in words and as a table', async () => {
  const { page } = await opened();
  const words = await page.locator('.chart [role=img]').first().getAttribute('aria-label');
  expect(words).toMatch(/^How long saves and searches take\. save, 95 %: now .+, at most /);
  await page.locator('.chart summary').first().click();
  // Ten minutes are two rows, and the first point of all one more.
  expect(await page.locator('.chart details').first().locator('tbody tr').count()).toBe(3);
});

test('the charts turn dark with the page', async () => {
  const { page } = await opened();
  const picture = () =>
    page
      .locator('.plot canvas')
      .first()
      .evaluate((one) => (one as HTMLCanvasElement).toDataURL());
  const light = await picture();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(picture).not.toBe(light);
});

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
  // A message comes every two seconds.
  await page.waitForTimeout(4500);
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
  expect(await page.locator('.plot canvas').count()).toBe(4);
});

test('the metrics are grouped, and the filter leaves those with all of its words', async () => {
  const open = await opened();
  const { page } = open;
  await open.go('#/operations/metrics');
  expect(await page.locator('.metric').count()).toBeGreaterThan(40);
  await page.getByLabel('Filter').fill('request duration');
  await expect.poll(() => page.locator('.metric h3').allInnerTexts()).toHaveLength(1);
  expect(await page.locator('.bucket-bars').count()).toBeGreaterThan(2);
  expect(await problemsOf(open)).toEqual([]);
  await page.getByLabel('Filter').fill('no such metric');
  await page.getByText('No metric has these words').waitFor();
});
