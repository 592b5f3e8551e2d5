import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { OpenPage } from '../../tools/page/openPage.js';
import { type ListedRoute, PAGE_ROUTES } from '../support/browser/pageRoutes.js';
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
import { sampled } from '../support/depth.js';

const empty = emptyVault();
const filled = filledVault();

/** `npm test` tries every so many of the screens. */
const EVERY = 6;

const named = (routes: readonly ListedRoute[]) =>
  sampled(routes, EVERY).map((route) => [route.path, route] as const);

const isOfOne = ({ path }: ListedRoute) => path.includes('{');

const shownText = ({ page }: OpenPage) => page.locator('main').textContent();

describe.each(sampled(TWO_VIEWS, 2))('$width px wide and $theme', (view) => {
  let opened: OpenPage;
  let wander: OpenPage['move'];

  /** Opens one page for the tests of a group. */
  const openedFor = (shown: ShownVault, who: Who) =>
    beforeAll(async () => {
      opened = await shown.open(who, view);
      // That each screen opens by its address is tested in `screens.test.ts`: here, most are gone to as by a link.
      wander = wanderer(opened);
      return () => opened.close();
    });

  describe('an empty vault', () => {
    openedFor(empty, 'owner');

    const routes = named(PAGE_ROUTES.filter((route) => !isOfOne(route)));
    test.each(routes)('%s has no fault, and says what there is none of', async (_, route) => {
      await wander(addressOf(route, {}));
      expect(await problemsOf(opened)).toEqual([]);
      expect((await shownText(opened))?.length).toBeGreaterThan(20);
    });
  });

  describe('something that is not there', () => {
    openedFor(filled, 'owner');

    test.each(named(PAGE_ROUTES.filter(isOfOne)))('%s says so', async (_, route) => {
      await wander(addressOf(route, NOWHERE));
      expect(await problemsOf(opened)).toEqual([]);
      expect((await shownText(opened))?.length).toBeGreaterThan(20);
    });

    test('an address of no screen says so', async () => {
      await opened.go('#/no/such/page');
      expect(await shownText(opened)).toContain('There is no such page');
      expect(await problemsOf(opened)).toEqual([]);
    });
  });

  describe('who is not logged in', () => {
    openedFor(filled, 'anonymous');

    const routes = named(PAGE_ROUTES.filter(({ who }) => who !== 'everybody'));
    test.each(routes)(
      'is led from %s to the login, and back to the same place',
      async (_, route) => {
        await opened.go(addressOf(route, somewhere(filled.filled())));
        const link = opened.page.locator('main a', { hasText: 'Log in' });
        expect(await link.getAttribute('href')).toMatch(/^\/#\/login\?to=%2F/);
        expect(await problemsOf(opened)).toEqual([]);
        expect(await opened.page.locator('nav').count()).toBe(0);
      },
    );
  });

  describe('a member', () => {
    openedFor(filled, 'bob');

    test.each(named(PAGE_ROUTES))(
      'has no fault on %s, which is refused if it is for admins',
      async (_, route) => {
        await wander(addressOf(route, somewhere(filled.filled())));
        expect(await problemsOf(opened)).toEqual([]);
        const refused = await opened.page.getByText('is for admins').count();
        expect(refused).toBe(route.who === 'admin' ? 1 : 0);
      },
    );
  });
});

test('a vault that does not answer is an error in words, and asked again on request', async () => {
  const open = await filled.open('owner');
  onTestFinished(open.close);
  const { page } = open;
  await open.go('#/');
  // Not by ending the service: meanwhile, another program could be given its port.
  await page.route('**', (route) => route.abort('connectionrefused'));
  await page.goto(`${filled.vault().url}/#/sessions`);
  const box = page.getByRole('alert').first();
  await box.waitFor();
  expect(await box.textContent()).toMatch(/does not answer|Something went wrong/);
  expect(await box.getByRole('button', { name: 'Try again' }).count()).toBe(1);
});
