import { expect, test } from 'vitest';
import { openedAt } from '../support/browser/openedAt.js';
import { filledVault } from '../support/browser/shownVault.js';

const shown = filledVault();

const opened = (place: string) => openedAt(shown, place);

test('typing searches when it pauses, and leaves one entry in the history', async () => {
  const { page, seen, settle } = await opened('#/search');
  const entries = () => page.evaluate(() => history.length);
  const before = { asked: seen.requests.length, entries: await entries() };
  await page.locator('[data-search]').pressSequentially('payments', { delay: 5 });
  await expect.poll(() => page.url()).toContain('q=payments');
  await settle();
  const asked = seen.requests.slice(before.asked).filter((one) => one.url().includes('/search?'));
  expect(asked.length).toBeLessThan('payments'.length);
  expect(await entries()).toBe(before.entries);
  expect(await page.locator('.search-hits mark').count()).toBeGreaterThan(0);
});

test('the arrow keys go from the field into the list and back', async () => {
  const { page } = await opened('#/search?q=payments');
  const isFocused = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => one === document.activeElement);
  await page.locator('[data-search]').focus();
  await page.keyboard.press('ArrowDown');
  expect(await isFocused('main [data-row]')).toBe(true);
  await page.keyboard.press('ArrowUp');
  expect(await isFocused('[data-search]')).toBe(true);
});

test('a value of a facet narrows the search, and its chip takes it away', async () => {
  const { page, settle } = await opened('#/search');
  await page.locator('.facet button').first().click();
  await settle();
  expect(page.url()).toContain('type=');
  await page.locator('.chip').click();
  await settle();
  expect(page.url()).not.toContain('type=');
});

test('the vault as it was known at a moment is said, and left again', async () => {
  const { page, settle } = await opened('#/search?as_of=1');
  const banner = page.locator('.as-of');
  expect(await banner.textContent()).toContain('The vault as it was known after event 1');
  await banner.getByText('Back to now').click();
  await settle();
  expect(await banner.count()).toBe(0);
});

test('how the query was read is said, and too many requests when to go on', async () => {
  const { page, go } = await opened('#/search?q=pyaments');
  expect(await page.locator('.hits-head').textContent()).toContain('“pyaments” was read as');
  await page.route('**/api/v1/search?**', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '30' },
      json: { code: 'rate_limited', detail: 'too many', status: 429, request_id: 'one' },
    }),
  );
  await go('#/search?q=again');
  expect(await page.locator('.box.error').textContent()).toMatch(/You can go on in (30|2\d) s/);
});
