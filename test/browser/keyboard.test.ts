import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { openedAt } from '../support/browser/openedAt.js';
import { PAGE_ROUTES } from '../support/browser/pageRoutes.js';
import { addressOf, somewhere } from '../support/browser/places.js';
import { problemsOf } from '../support/browser/problems.js';
import { filledVault } from '../support/browser/shownVault.js';
import { sampled } from '../support/depth.js';
import { eventually } from '../support/eventually.js';

const shown = filledVault();

const opened = (place: string) => openedAt(shown, place);

/** Waits until an element has the focus. */
const focused = (one: Locator) =>
  eventually(`${one} has the focus`, async () => {
    expect(await one.evaluate((element) => element === document.activeElement)).toBe(true);
  });

test('/ goes to the search field, and is a letter inside of it', async () => {
  const { page, settle } = await opened('#/');
  await page.keyboard.press('/');
  await focused(page.locator('input').first());
  await page.keyboard.type('retry/');
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/search\?q=retry/);
  await settle();
  const field = page.locator('[data-search]');
  expect(await field.inputValue()).toBe('retry/');
});

test('j and k walk over the rows of a list, and Enter opens one', async () => {
  const { page } = await opened('#/search?q=payments');
  const rows = page.locator('main [data-row]');
  expect(await rows.count()).toBeGreaterThan(2);
  await page.locator('h1').first().click();
  await page.keyboard.press('j');
  await focused(rows.nth(0));
  await page.keyboard.press('j');
  await focused(rows.nth(1));
  await page.keyboard.press('k');
  await focused(rows.nth(0));
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/note\//);
});

test('? shows the keys; the dialog keeps the focus and gives it back', async () => {
  const open = await opened('#/');
  const { page } = open;
  const link = page.locator('header a', { hasText: 'API' });
  await link.focus();
  await page.keyboard.press('?');
  const dialog = page.locator('dialog[open]');
  await dialog.waitFor();
  expect(await problemsOf(open)).toEqual([]);
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press('Tab');
    // The browser itself may come in between: then the body has it.
    expect(
      await dialog.evaluate(
        (one) => one.contains(document.activeElement) || document.activeElement === document.body,
      ),
    ).toBe(true);
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await focused(link);
});

test.each(sampled(PAGE_ROUTES, 7).map((route) => [route.path, route] as const))(
  'on %s, Tab leads to all that can be used, and shows where it is',
  async (_, route) => {
    const { page } = await opened(addressOf(route, somewhere(shown.filled())));
    // A form has the focus in its first field, which blur alone would go on from.
    await page.locator('body').evaluate((body) => {
      body.tabIndex = -1;
      body.focus();
      body.removeAttribute('tabindex');
    });
    const seen = new Set<string>();
    for (let presses = 0; presses < 60; presses++) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(lookAtFocus);
      if (at === undefined) break;
      expect(at, at.what).toMatchObject({ isVisible: true, isMarked: true });
      seen.add(at.what);
    }
    expect(seen.size).toBeGreaterThan(4);
  },
);

/** Runs in the page. Undefined when the focus has left the document. */
function lookAtFocus() {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || at === document.body) return undefined;
  const { width, height } = at.getBoundingClientRect();
  // A field may show the focus on what is around it.
  const isMarked = [at, at.parentElement, at.closest('label')].some((one) => {
    if (!one) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
  });
  const what = `${at.tagName} ${at.getAttribute('href') ?? at.textContent?.slice(0, 30)}`;
  return { what, isVisible: width > 0 && height > 0, isMarked };
}
