import { expect, onTestFinished, test } from 'vitest';
import { openedAt } from '../support/browser/openedAt.js';
import { problemsOf } from '../support/browser/problems.js';
import { filledVault } from '../support/browser/shownVault.js';
import { eventually } from '../support/eventually.js';

const shown = filledVault();

const opened = (place: string) => openedAt(shown, place);

test('typing searches when it pauses, and leaves one entry in the history', async () => {
  const { page, seen, go, settle, close } = await shown.open('owner', { now: undefined });
  onTestFinished(close);
  await page.clock.install();
  await go('#/search');
  const entries = () => page.evaluate(() => history.length);
  const before = { asked: seen.requests.length, entries: await entries() };
  // However long this machine takes for a letter: for the page, no time passes.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  await page.locator('[data-search]').pressSequentially('payments');
  expect(seen.requests).toHaveLength(before.asked);
  await page.clock.resume();
  await page.waitForURL(/q=payments/);
  await settle();
  const asked = seen.requests.slice(before.asked).filter((one) => one.url().includes('/search?'));
  expect(asked.length).toBeLessThan('payments'.length);
  expect(await entries()).toBe(before.entries);
  expect(await page.locator('.search-hits mark').count()).toBeGreaterThan(0);
});

test('the arrow keys go from the field into the list and back', async () => {
  const { page } = await opened('#/search?q=payments');
  const focused = (selector: string) =>
    eventually(`${selector} has the focus`, async () => {
      const first = page.locator(selector).first();
      expect(await first.evaluate((one) => one === document.activeElement)).toBe(true);
    });
  await page.locator('[data-search]').focus();
  await page.keyboard.press('ArrowDown');
  await focused('main [data-row]');
  await page.keyboard.press('ArrowUp');
  await focused('[data-search]');
});

test('a value of a facet narrows the search, and its chip takes it away', async () => {
  const { page, settle } = await opened('#/search');
  await page.locator('.facet button').first().click();
  await page.waitForURL(/type=/);
  await settle();
  await page.locator('.chip').click();
  await page.waitForURL((url) => !url.hash.includes('type='));
});

test('facets count all hits, not those that are loaded; a month has as many as it says', async () => {
  const { page, settle } = await opened('#/search?q=payments');
  const loaded = (await page.locator('.hits-head').textContent()) ?? '';
  expect(loaded).toContain('50 hits so far');
  const { counted, facets } = await shown
    .vault()
    .ask<{ counted: number; facets: { month: { value: string; count: number }[] } }>(
      'GET',
      '/api/v1/search/facets?q=payments',
    );
  expect(counted).toBeGreaterThan(50);
  const hint = page.locator('details.narrow > .hint');
  expect(await hint.textContent()).toBe(
    `The counts cover all ${counted} notes that have these words.`,
  );
  const month = page.getByRole('group', { name: 'Month' }).getByRole('button').first();
  const newest = facets.month
    .map(({ value }) => value)
    .sort()
    .at(-1);
  const count = facets.month.find(({ value }) => value === newest)?.count;
  expect(await month.textContent()).toBe(`Nov 2026${count}`);
  await month.click();
  await page.waitForURL(/month=2026-11/);
  await settle();
  expect(await page.locator('.chip').textContent()).toBe('Month: Nov 2026 ×');
  expect(await hint.textContent()).toContain(`all ${count} notes`);
  expect(await month.getAttribute('aria-pressed')).toBe('true');
  await month.click();
  await page.waitForURL((url) => !url.hash.includes('month='));
});

test('after a deed far down in a long list, its row has the focus where it was', async () => {
  const { page } = await openedAt(shown, '#/search');
  const rows = page.locator('[aria-posinset]');
  const top = page.locator('[aria-posinset="55"]');
  await page.locator('h1').click();
  await eventually('the next page is there', async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    expect(Number(await rows.first().getAttribute('aria-setsize'))).toBeGreaterThan(60);
  });
  // Only the rows in view are drawn, and how far down a row lies depends on the pages that are there.
  await page.evaluate(() => scrollTo(0, 0));
  await eventually('the row is drawn', async () => {
    await page.evaluate(async () => {
      scrollBy(0, innerHeight / 2);
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    });
    expect(await top.count()).toBe(1);
  });
  await top.locator('input').focus();
  const before = await page.evaluate(() => [scrollY, document.activeElement?.ariaLabel]);
  const lists: string[] = [];
  page.on('response', (response) => {
    if (/observations\?.*limit=/.test(response.url())) lists.push(response.url());
  });
  await page.keyboard.press('x');
  await page.keyboard.press('Shift+P');
  await page.locator('.notices', { hasText: 'pinned.' }).waitFor();
  await eventually('the list was asked for again', () => expect(lists.length).toBeGreaterThan(0));
  await page.locator('.search-hits:not(.former)').waitFor();
  expect(await page.evaluate(() => [scrollY, document.activeElement?.ariaLabel])).toEqual(before);
  expect(Number(await rows.first().getAttribute('aria-setsize'))).toBeGreaterThan(60);
});

test('notes are found by a file, a folder and a commit that they are about', async () => {
  const anchors = ['src/a.ts', 'src/b.ts', 'src/c.ts'].map((path) => ({
    path,
    commit: 'a1b2c3d4',
  }));
  const note = { title: 'About three files', content: 'Files.', type: 'learning', anchors };
  await shown.vault().ask('POST', '/api/v1/observations', note);
  const open = await openedAt(shown, '#/search');
  const { page, settle } = open;
  const rows = page.locator('.search-hits .note-row');
  const path = page.getByLabel('File or folder');
  await path.fill(' src/b.ts ');
  await path.press('Enter');
  await page.waitForURL((url) => url.hash.endsWith('?path=src%2Fb.ts'));
  await settle();
  expect(await rows.count()).toBe(1);
  expect(await rows.locator('.first-file').textContent()).toBe('src/a.ts +2');
  const commit = page.getByLabel('Commit');
  await commit.fill('A1B2C3D');
  await commit.press('Enter');
  await page.waitForURL(/commit=/);
  await settle();
  expect(await rows.count()).toBe(1);
  expect(await problemsOf(open)).toEqual([]);
  await page.getByText('Remove all').click();
  await page.waitForURL((url) => !/path|commit/.test(url.hash));
  await eventually('the field is empty', async () => expect(await path.inputValue()).toBe(''));
  await path.fill('src');
  await path.press('Enter');
  await page.getByText('Search the folder of this name').click();
  await page.locator('.chip', { hasText: 'Path: src/' }).waitFor();
  await settle();
  expect(await rows.count()).toBe(1);
});

test('hits of a layer are marked, and a search can leave them out', async () => {
  for (const project of ['lighthouse', 'personal', 'everywhere']) {
    const note = { title: `Of ${project}`, content: 'The fresnel lens.', type: 'learning' };
    await shown.vault().ask('POST', '/api/v1/observations', { ...note, project });
  }
  const open = await openedAt(shown, '#/search?q=fresnel&project=lighthouse');
  const { page, settle } = open;
  const rows = page.locator('.search-hits .note-row');
  expect((await rows.locator('.badge.neutral').allTextContents()).sort()).toEqual([
    'everywhere',
    'personal',
  ]);
  const counted = page.locator('details.narrow > .hint');
  expect(await counted.textContent()).toContain('all 3 notes');
  expect(await problemsOf(open)).toEqual([]);
  await page.getByLabel('Search only this project').check();
  await page.waitForURL(/layers=0/);
  await settle();
  expect(await rows.count()).toBe(1);
  expect(await counted.textContent()).toContain('the 1 note');
});

test('a path that somebody is typing stays when results arrive', async () => {
  const { page, settle } = await opened('#/search');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/*?*type=*', async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => request.url().includes('type='));
  await page.locator('.facet button').first().click();
  await asked;
  const path = page.getByLabel('File or folder');
  await path.pressSequentially('src/');
  release();
  await settle();
  expect(await page.locator('.chip').count()).toBe(1);
  expect(await path.inputValue()).toBe('src/');
});

test('the vault as it was known at a moment is said, and left again', async () => {
  const { page } = await opened('#/search?as_of=1');
  const banner = page.locator('.as-of');
  expect(await banner.textContent()).toContain('The vault as it was known after event 1');
  await banner.getByText('Back to now').click();
  await banner.waitFor({ state: 'detached' });
});

test('how the query was read is said, and too many requests when to go on', async () => {
  const { page, go } = await opened('#/search?q=pyaments');
  expect(await page.locator('.hits-head').textContent()).toContain('“pyaments” was read as');
  await page.route('**/api/v1/search?**', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '3000' },
      json: { code: 'rate_limited', detail: 'too many', status: 429, request_id: 'one' },
    }),
  );
  await go('#/search?q=again');
  expect(await page.locator('.box.error').textContent()).toMatch(
    /You can try again in (3000|29\d\d) s/,
  );
});
