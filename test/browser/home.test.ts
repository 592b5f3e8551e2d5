import { expect, test } from 'vitest';
import { openedAt } from '../support/browser/openedAt.js';
import { problemsOf } from '../support/browser/problems.js';
import { resize } from '../support/browser/resize.js';
import { emptyVault, filledVault } from '../support/browser/shownVault.js';
import { eventually } from '../support/eventually.js';

const empty = emptyVault();
const filled = filledVault();

const saved = (title: string) =>
  empty
    .vault()
    .ask('POST', '/api/v1/observations', { title, content: 'x', type: 'task', project: 'shop' });

test('Home helps to begin until there is a note, and shows each that is saved by itself', async () => {
  await empty.vault().ask('POST', '/api/v1/sessions', { project: 'shop', agent: 'codex' });
  for (const who of ['anonymous', 'owner'] as const) {
    const { page } = await openedAt(empty, '#/', { who });
    if (who === 'anonymous') await page.getByText('This vault is empty').waitFor();
    await saved(`first of ${who}`);
    await page.getByText(`first of ${who}`).waitFor();
  }
});

test.each([360, 1280])(
  'at %d px nothing moves while somebody reads: a button and a key show what is new',
  async (width) => {
    const save = (title: string) =>
      filled.vault().ask('POST', '/api/v1/observations', {
        title,
        content: 'x',
        type: 'task',
        project: 'news',
      });
    const opened = await openedAt(filled, '#/', { now: undefined, width });
    const { page } = opened;
    const rows = page.locator('.newest [data-row]');
    const button = page.locator('.news button');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const titles = await rows.allTextContents();
    const at = await page.evaluate(() => scrollY);
    await save(`one at ${width}`);
    await page.getByRole('button', { name: 'Show 1 new note', exact: true }).waitFor();
    await save(`two at ${width}`);
    await page.getByRole('button', { name: 'Show 2 new notes' }).waitFor();
    expect(await rows.allTextContents()).toEqual(titles);
    expect(await page.evaluate(() => scrollY)).toBe(at);
    expect(await button.evaluate((one) => one.getBoundingClientRect().top)).toBeGreaterThanOrEqual(
      0,
    );
    expect(await problemsOf(opened)).toEqual([]);
    await page.keyboard.press('u');
    await button.waitFor({ state: 'detached' });
    await eventually('the newest note has the focus', async () =>
      expect(await page.locator(':focus').textContent()).toContain(`two at ${width}`),
    );
  },
);

test('the newest days of the heatmap are in view however the window changes, and lead to their notes by keyboard', async () => {
  const opened = await openedAt(filled, '#/', { now: undefined });
  const { page } = opened;
  const hidden = () =>
    page.locator('.heatmap .scroll').evaluate((one) => {
      const right = one.lastElementChild?.getBoundingClientRect().right ?? Number.NaN;
      return right - one.getBoundingClientRect().right;
    });
  for (const width of [1280, 360, 740, 360]) {
    await resize(page, width);
    await eventually(`the newest day is in view at ${width} px`, async () =>
      expect(await hidden()).toBeLessThanOrEqual(1),
    );
  }
  const day = page.locator('.heatmap a[tabindex="0"]');
  await day.focus();
  await page.keyboard.press('ArrowLeft');
  const said = await page.locator('.heatmap a:focus').getAttribute('aria-label');
  await page.locator('.heatmap figcaption', { hasText: said ?? 'a day' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/search\?from=(\S+)&to=\1/);
  await page.locator('.search-hits .note-row').first().waitFor();
  expect(await problemsOf(opened)).toEqual([]);
});

test.each([360, 1280])('at %d px each hit shows whole lines, and no empty one', async (width) => {
  const { page } = await openedAt(filled, '#/search?q=payments', { width });
  await eventually('rows fit their text', async () => {
    const rows = await page.locator('.search-hits li').evaluateAll((all) =>
      all.map((row) => {
        const [extract, foot] = ['.hit-extract', '.note-row-foot'].map((one) =>
          row.querySelector(one),
        );
        if (!extract || !foot) return ['a row without a part'];
        const lines =
          extract.clientHeight / Number.parseFloat(getComputedStyle(extract).lineHeight);
        const below = row.getBoundingClientRect().bottom - foot.getBoundingClientRect().bottom;
        return [Math.abs(lines - Math.round(lines)) < 0.1, below >= 0, below < 16];
      }),
    );
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows) expect(row).toEqual([true, true, true]);
  });
});

test('all tabs are in view on a phone', async () => {
  const { page } = await openedAt(filled, '#/trust', { width: 360 });
  const tabs = page.locator('.tabs a');
  await tabs.first().waitFor();
  const edges = await tabs.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]),
  );
  expect(edges).toHaveLength(5);
  for (const [left, right] of edges) {
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(360);
  }
});

test('a team is found by its name and by the name of a member', async () => {
  const { page, go } = await openedAt(filled, '#/people');
  const name = (await page.locator('main .note-title').first().textContent()) ?? '';
  const heading = page.getByRole('heading', { name, level: 1 });
  await go(`#/people/${encodeURIComponent(name.toUpperCase())}`);
  await heading.waitFor();
  const email =
    (await page
      .getByText(/^\S+@\S+$/)
      .first()
      .textContent()) ?? '';
  for (const person of [email, email.split('@')[0] ?? '']) {
    await go(`#/people/${encodeURIComponent(person)}`);
    await heading.waitFor();
  }
});
