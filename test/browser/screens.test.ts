import { beforeAll, describe, expect, test } from 'vitest';
import type { OpenPage } from '../../tools/page/openPage.js';
import { PAGE_ROUTES } from '../support/browser/pageRoutes.js';
import { addressOf, somewhere } from '../support/browser/places.js';
import { problemsOf } from '../support/browser/problems.js';
import { filledVault } from '../support/browser/shownVault.js';
import { VIEWS } from '../support/browser/views.js';
import { wanderer } from '../support/browser/wanderer.js';
import { isAll, sampled } from '../support/depth.js';

const shown = filledVault();

test('all routes of the page are known', () => {
  expect(PAGE_ROUTES.length).toBeGreaterThan(20);
  expect(PAGE_ROUTES.filter(({ who }) => who === 'admin').length).toBeGreaterThan(8);
});

describe.each(sampled(VIEWS, VIEWS.length))('$width px wide and $theme', (view) => {
  let opened: OpenPage;
  let go: OpenPage['go'];
  beforeAll(async () => {
    opened = await shown.open('owner', view);
    // By its address, `test:all` opens each screen once. How it looks does not depend on how it was come to.
    go = isAll && view === VIEWS[0] ? opened.go : wanderer(opened);
    return () => opened.close();
  });

  // What an application asks is looked at in `connect.test.ts`: it needs an application.
  const routes = PAGE_ROUTES.filter(({ path }) => path !== '/connect').map(
    (route) => [route.path, route] as const,
  );
  test.each(routes)('%s of a filled vault breaks no rule for pages', async (_, route) => {
    const { page } = opened;
    await go(addressOf(route, somewhere(shown.filled())));
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.locator('.box.error').allTextContents()).toEqual([]);
    expect(await problemsOf(opened)).toEqual([]);
  });
});
