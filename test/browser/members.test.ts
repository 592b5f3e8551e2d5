import { expect, onTestFinished, test } from 'vitest';
import { type ListedRoute, PAGE_ROUTES } from '../support/browser/pageRoutes.js';
import { addressOf, somewhere } from '../support/browser/places.js';
import { filledVault, type Who } from '../support/browser/shownVault.js';
import { wanderer } from '../support/browser/wanderer.js';
import { sampled } from '../support/depth.js';

const shown = filledVault();

/** The type of an event, as only the log says it. */
const ABANDONED = '"session.abandoned"';

/** Walks over screens; gives the titles in the navigation and all answers that the page got. */
async function walk(who: Who, routes: readonly ListedRoute[]) {
  const open = await shown.open(who);
  onTestFinished(open.close);
  const { page, seen } = open;
  const go = wanderer(open);
  for (const route of routes) await go(addressOf(route, somewhere(shown.filled())));
  await go('#/');
  const links = await page.locator('nav[aria-label="Screens"] a').allTextContents();
  // Beside the inbox stands how many notes wait.
  const navigation = links.map((text) => text.replace(/ \d+ waiting$/, ''));
  // The API document, which everybody may read, names all routes and fields.
  const asked = (await seen.asked()).filter(({ url }) => !url.endsWith('/openapi.json'));
  return { navigation, asked };
}

const titles = (who: readonly string[]) =>
  PAGE_ROUTES.filter((route) => route.inNavigation && who.includes(route.who)).map(
    ({ title }) => title,
  );
const pathsOf = (asked: readonly { url: string }[]) =>
  asked.map(({ url }) => new URL(url).pathname);

test('a member sees no admin screen, asks no admin route, and gets no admin data', async () => {
  const { navigation, asked } = await walk('bob', PAGE_ROUTES);
  expect(navigation).toEqual(titles(['reader']));
  expect(pathsOf(asked).filter((path) => /\/admin\//.test(path))).toEqual([]);
  const texts = asked.map(({ text = '' }) => text).join('\n');
  expect(texts).toContain('bob@example.org');
  // Members of other teams, keys, and events are for admins.
  const { owner } = shown.vault();
  for (const secret of ['eve@example.org', 'grace@example.org', owner, ABANDONED])
    expect(texts.includes(secret), secret).toBe(false);
});

test('the page of an admin has what that of a member has not', async () => {
  const events = PAGE_ROUTES.filter(({ path }) => path === '/trust');
  const { navigation, asked } = await walk('ada', [...events, ...sampled(PAGE_ROUTES, 9)]);
  expect(navigation).toEqual(titles(['reader', 'admin']));
  expect(pathsOf(asked).some((path) => path.startsWith('/admin/'))).toBe(true);
  const texts = asked.map(({ text = '' }) => text).join('\n');
  expect(texts).toContain(ABANDONED);
});

test('no answer holds the owner’s key, nor the token of a login, whoever asks', async () => {
  const { asked } = await walk('owner', sampled(PAGE_ROUTES, 8));
  const { people } = shown.filled();
  const secrets = [shown.vault().owner, people.ada.token, people.bob.token, people.eve.token];
  const holding = asked.filter(({ text = '', url }) =>
    secrets.some((secret) => text.includes(secret) || url.includes(secret)),
  );
  expect(holding.map(({ url }) => url)).toEqual([]);
});
