import { describe, expect, onTestFinished, test } from 'vitest';
import type { OpenPage, View } from '../../tools/page/openPage.js';
import { PAGE_ROUTES } from '../support/browser/pageRoutes.js';
import { addressOf, NOWHERE, somewhere } from '../support/browser/places.js';
import { problemsOf } from '../support/browser/problems.js';
import {
  emptyVault,
  filledVault,
  type ShownVault,
  type Who,
} from '../support/browser/shownVault.js';
import { TWO_VIEWS } from '../support/browser/views.js';
import { wanderer } from '../support/browser/wanderer.js';

const empty = emptyVault();
const filled = filledVault();

/** Opens a page that is closed after the test. */
async function opened(shown: ShownVault, who: Who, view?: View): Promise<OpenPage> {
  const open = await shown.open(who, view);
  onTestFinished(() => open.close());
  return open;
}

// That each screen opens by its address is tested in `screens.test.ts`: here, most are gone to as by a link.
const shownText = ({ page }: OpenPage) => page.locator('main').textContent();

describe.each(TWO_VIEWS)('$width px wide and $theme', (view) => {
  test('every screen of an empty vault has no fault, and says what there is none of', async () => {
    const open = await opened(empty, 'owner', view);
    const go = wanderer(open);
    for (const route of PAGE_ROUTES.filter(({ path }) => !path.includes('{'))) {
      await go(addressOf(route, {}));
      expect([route.path, await problemsOf(open)]).toEqual([route.path, []]);
      expect((await shownText(open))?.length, route.path).toBeGreaterThan(20);
    }
  });

  test('every screen of something that is not there says so', async () => {
    const open = await opened(filled, 'owner', view);
    const go = wanderer(open);
    for (const route of PAGE_ROUTES.filter(({ path }) => path.includes('{'))) {
      await go(addressOf(route, NOWHERE));
      expect([route.path, await problemsOf(open)]).toEqual([route.path, []]);
      expect((await shownText(open))?.length, route.path).toBeGreaterThan(20);
    }
    await open.go('#/no/such/page');
    expect(await shownText(open)).toContain('There is no such page');
    expect(await problemsOf(open)).toEqual([]);
  });

  test('who is not logged in is led to the login, and back to the same place', async () => {
    const open = await opened(filled, 'anonymous', view);
    for (const route of PAGE_ROUTES.filter(({ who }) => who !== 'everybody')) {
      await open.go(addressOf(route, somewhere(filled.filled())));
      const link = open.page.locator('main a', { hasText: 'Log in' });
      expect(await link.getAttribute('href'), route.path).toMatch(/^\/#\/login\?to=%2F/);
      expect([route.path, await problemsOf(open)]).toEqual([route.path, []]);
    }
    expect(await open.page.locator('nav').count()).toBe(0);
  });

  test('every screen of a member has no fault', async () => {
    const open = await opened(filled, 'bob', view);
    const go = wanderer(open);
    for (const route of PAGE_ROUTES) {
      await go(addressOf(route, somewhere(filled.filled())));
      expect([route.path, await problemsOf(open)]).toEqual([route.path, []]);
      const refused = await open.page.getByText('is for admins').count();
      expect([route.path, refused]).toEqual([route.path, route.who === 'admin' ? 1 : 0]);
    }
  });
});

test('a vault that does not answer is an error in words, and asked again on request', async () => {
  const open = await opened(filled, 'owner');
  const { page } = open;
  await open.go('#/');
  await filled.vault().stopListening();
  onTestFinished(() => filled.vault().listenAgain());
  await page.goto(`${filled.vault().url}/#/sessions`);
  const box = page.getByRole('alert').first();
  await box.waitFor({ timeout: 60_000 });
  expect(await box.textContent()).toMatch(/does not answer|Something went wrong/);
  expect(await box.getByRole('button', { name: 'Try again' }).count()).toBe(1);
});
