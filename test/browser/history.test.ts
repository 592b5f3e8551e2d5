import { expect, onTestFinished, test } from 'vitest';
import { filledVault } from '../support/browser/shownVault.js';

const shown = filledVault();

/** Far below the first page of the hits, each of which is some 110 pixels high. */
const FAR = 9000;

test('back, forward and reload show a list where it was left, also where more of it has to be loaded first', async () => {
  const { page, go, settle, close } = await shown.open('owner');
  onTestFinished(close);
  const place = () => page.evaluate(() => Math.round(scrollY));
  const isAt = (y: number) => expect.poll(place, { timeout: 30_000 }).toBe(y);
  await go('#/search');
  // Further pages are loaded on the way.
  while ((await place()) < FAR) {
    await page.evaluate((y) => scrollTo(0, y), FAR);
    await settle();
  }
  // The place is written down when the scrolling has come to rest.
  await expect.poll(() => page.evaluate(() => history.state?.y)).toBe(FAR);
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
