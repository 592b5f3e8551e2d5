import { expect, onTestFinished, test } from 'vitest';
import { filledVault } from '../support/browser/shownVault.js';
import { eventually } from '../support/eventually.js';

const shown = filledVault();

/** Far below the first page of the hits, each of which is some 110 pixels high. */
const FAR = 9000;

test('back, forward and reload show a list where it was left, also where more of it has to be loaded first', async () => {
  const { page, go, settle, close } = await shown.open('owner');
  onTestFinished(close);
  const place = () => page.evaluate(() => Math.round(scrollY));
  const isAt = (y: number) =>
    eventually(`the page is scrolled to ${y}`, async () => expect(await place()).toBe(y));
  await go('#/search');
  // Further pages are loaded on the way.
  await eventually('the list is long enough', async () => {
    await page.evaluate((y) => scrollTo(0, y), FAR);
    await settle();
    expect(await place()).toBe(FAR);
  });
  await eventually('the scrolling has come to rest, and the place is written down', async () =>
    expect(await page.evaluate(() => history.state?.y)).toBe(FAR),
  );
  const row = page.locator('.search-hits a').nth(15);
  const title = await row.locator('.note-title').textContent();
  await row.click();
  await page.locator('h1', { hasText: title ?? '' }).waitFor();
  await isAt(0);
  await page.goBack();
  await isAt(FAR);
  await page.goForward();
  await page.locator('h1', { hasText: title ?? '' }).waitFor();
  await isAt(0);
  await page.goBack();
  await isAt(FAR);
  await page.reload();
  await isAt(FAR);
});
