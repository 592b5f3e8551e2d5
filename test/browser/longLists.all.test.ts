import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { emptyVault } from '../support/browser/shownVault.js';
import { eventually } from '../support/eventually.js';

const shown = emptyVault();

const ROWS = 10_000;
/** Sessions in one request. */
const PART = 1000;
/** Elements of a document that shows a list of any length. */
const MOST_ELEMENTS = 3000;

beforeAll(async () => {
  const id = (at: number) => `01KA5ZJ3M4${String(at).padStart(16, '0')}`;
  for (let from = 0; from < ROWS; from += PART) {
    const lines = Array.from({ length: PART }, (_, i) => ({
      record: 'session',
      id: id(from + i),
      project: `project ${i % 7}`,
      goal: `goal ${from + i}`,
      started_at: '2026-11-01T10:00:00Z',
      state: 'active',
    }));
    const path = `/api/v1/admin/import?run=${id(ROWS)}&source=test`;
    const { stored } = await shown.vault().ask<{ stored: number }>('POST', path, lines);
    expect(stored).toBe(PART);
  }
});

test.each([
  ['sessions', '#/sessions'],
  ['events', '#/trust'],
])('of a list of 10,000 %s, only what is in sight is in the document', async (_, place) => {
  const { go, page, close } = await shown.open('owner');
  onTestFinished(close);
  await go(place);
  let most = 0;
  await eventually('all rows are in the list, and its end is in sight', async () => {
    const { rows, elements } = await page.evaluate(scrollOn);
    most = Math.max(most, elements);
    expect(rows).toBeGreaterThanOrEqual(ROWS);
    // The last rows are there, not only room for them.
    expect(await page.locator('main [data-row]').count()).toBeGreaterThan(5);
  });
  expect(most).toBeLessThan(MOST_ELEMENTS);
});

/** Runs in the page: scrolls to the end as it is now, where the list loads more. */
function scrollOn() {
  scrollTo(0, document.documentElement.scrollHeight);
  const size = document.querySelector('[aria-setsize]')?.getAttribute('aria-setsize');
  return { rows: Number(size ?? 0), elements: document.querySelectorAll('*').length };
}
