import { beforeAll, expect, test } from 'vitest';
import { lastHour } from '../../tools/page/fill/lastHour.js';
import { SHOWN_AT } from '../../tools/page/pageVault.js';
import { openedAt } from '../support/browser/openedAt.js';
import { filledVault } from '../support/browser/shownVault.js';
import { eventually } from '../support/eventually.js';

const shown = filledVault();
beforeAll(() => lastHour(shown.vault(), SHOWN_AT, 60));

const opened = () => openedAt(shown, '#/operations');

test('the legend has the newest values, or those under the pointer, and hides a line by keyboard', async () => {
  const { page } = await opened();
  const legend = page.locator('.legend').first();
  expect(await legend.textContent()).toContain('newest values');
  const plot = page.locator('.plot .u-over').first();
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  await page.mouse.move((box?.x ?? 0) + (box?.width ?? 0) * 0.95, (box?.y ?? 0) + 50);
  await legend
    .getByText(/\d\d:\d\d:\d\d/)
    .first()
    .waitFor();
  const line = legend.getByRole('button').first();
  await line.focus();
  await page.keyboard.press('Space');
  await eventually('the line is hidden', async () =>
    expect(await line.getAttribute('aria-pressed')).toBe('false'),
  );
});

test('a chart says the same in words and as a table', async () => {
  const { page } = await opened();
  const words = await page.locator('.chart [role=img]').first().getAttribute('aria-label');
  expect(words).toMatch(/^How long saves and searches take\. save, 95 %: now .+, at most /);
  await page.locator('.chart summary').first().click();
  // Ten minutes are two rows, and the first point of all one more.
  const rows = page.locator('.chart details').first().locator('tbody tr');
  await eventually('the rows are there', async () => expect(await rows.count()).toBe(3));
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
  await eventually('the chart was drawn again', async () =>
    expect(await picture()).not.toBe(light),
  );
});
