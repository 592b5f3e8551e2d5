import { expect, test } from 'vitest';
import type { View } from '../../tools/page/openPage.js';
import { openedAt } from '../support/browser/openedAt.js';
import { problemsOf } from '../support/browser/problems.js';
import { filledVault } from '../support/browser/shownVault.js';

const shown = filledVault();

const SEARCHES = '#/search?q=payments&type=decision';

test('s saves a search, a digit opens it from any screen, and it can be renamed and deleted', async () => {
  const open = await openedAt(shown, SEARCHES);
  const { page, move, go } = open;
  const names = page.getByRole('list', { name: 'Saved searches' }).getByRole('link');
  const save = async (name?: string) => {
    await page.locator('h1').click();
    await page.keyboard.press('s');
    const dialog = page.locator('dialog[open]');
    await dialog.waitFor();
    expect(await problemsOf(open)).toEqual([]);
    if (name !== undefined) await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  };
  await save();
  expect(await names.allTextContents()).toEqual(['1 payments, decision']);
  await save('Decided');
  expect(await names.allTextContents()).toEqual(['1 Decided']);
  await move('#/search?q=retry');
  await save();
  expect(await names.allTextContents()).toEqual(['1 Decided', '2 retry']);
  await go('#/');
  await page.keyboard.press('1');
  await page.waitForURL((url) => url.hash === SEARCHES);
  expect(await page.locator('[data-search]').inputValue()).toBe('payments');
  expect(await page.locator('.chip[aria-current=page]').textContent()).toBe('1 Decided');
  await page.getByRole('button', { name: 'Delete the saved search Decided' }).click();
  expect(await names.allTextContents()).toEqual(['1 retry']);
  expect(await problemsOf(open)).toEqual([]);
});

test('a search of the same name replaces the former one', async () => {
  const { page, move } = await openedAt(shown, '#/search?q=payments');
  const save = async () => {
    await page.locator('h1').click();
    await page.keyboard.press('s');
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.type('Mine');
    await page.keyboard.press('Enter');
    await page.locator('dialog').waitFor({ state: 'detached' });
  };
  await save();
  await move('#/search?q=retry');
  await save();
  const links = page.getByRole('list', { name: 'Saved searches' }).getByRole('link');
  expect(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
    '/#/search?q=retry',
  ]);
});

const keep = (whose: string, kept: string) =>
  `localStorage.setItem(${JSON.stringify(whose)}, ${JSON.stringify(kept)})`;

const LONG = 'A name as long as somebody may give one to a search, to its very end';
const THREE = JSON.stringify(
  ['Short', LONG, 'x'.repeat(60)].map((name, i) => ({ name, address: { q: `retry ${i}` } })),
);

const VIEWS: readonly View[] = [
  { width: 360, theme: 'light' },
  { width: 768, theme: 'dark' },
  { width: 1280, theme: 'light' },
  { width: 2560, theme: 'dark' },
];

test.each(VIEWS.map((view) => [`${view.width} px, ${view.theme}`, view] as const))(
  'saved searches and facets fit at %s',
  async (_, view) => {
    const open = await openedAt(shown, '#/', view);
    await open.page.evaluate(keep('searches of the owner', THREE));
    await open.go('#/search?q=retry+1');
    expect(await open.page.getByRole('list', { name: 'Saved searches' }).count()).toBe(1);
    const narrow = open.page.locator('details.narrow');
    if (!(await narrow.evaluate((one: HTMLDetailsElement) => one.open)))
      await narrow.locator('summary').click();
    await open.page.locator('.facet-count').first().waitFor();
    expect(await problemsOf(open)).toEqual([]);
  },
);

test('each member sees the own searches alone, and who may not read sees none', async () => {
  const one = JSON.stringify([{ name: 'Of Ada', address: { q: 'salaries' } }]);
  const bob = await openedAt(shown, '#/', { who: 'bob' });
  await bob.page.evaluate(keep('searches of ada@example.org', one));
  await bob.go('#/search?q=retry');
  expect(await bob.page.getByText('Of Ada').count()).toBe(0);
  const nobody = await openedAt(shown, '#/login', { who: 'anonymous' });
  await nobody.page.evaluate(keep('searches of the owner', one));
  await nobody.go('#/login');
  await nobody.page.locator('h1').click();
  await nobody.page.keyboard.press('1');
  expect(nobody.page.url()).not.toContain('salaries');
  const ada = await openedAt(shown, '#/', { who: 'ada' });
  await ada.page.evaluate(keep('searches of ada@example.org', one));
  await ada.go('#/search?q=retry');
  expect(await ada.page.getByText('Of Ada').count()).toBe(1);
});

test.each(['{', '7', '[1, null, {"name": 1, "address": {}}, {"name": "a", "address": {"q": 1}}]'])(
  'what is no saved search is left out: %s',
  async (kept) => {
    const open = await openedAt(shown, '#/');
    await open.page.evaluate(keep('searches of the owner', kept));
    await open.go('#/search?q=retry');
    expect(await open.page.getByRole('list', { name: 'Saved searches' }).count()).toBe(0);
    expect(await problemsOf(open)).toEqual([]);
  },
);

test('a browser that keeps nothing says so, and what to do instead', async () => {
  const { page } = await openedAt(shown, '#/search?q=retry');
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error('the quota is exceeded');
    };
  });
  await page.locator('h1').click();
  await page.keyboard.press('s');
  await page.locator('dialog[open]').waitFor();
  await page.keyboard.press('Enter');
  expect(await page.getByRole('alert').textContent()).toContain('Bookmark the address');
});
