import type { Page } from 'playwright-core';

/**
 * Makes the window so many CSS pixels wide, and waits until the page has drawn itself so: it follows the sizes that it drew,
 * and two changes without a frame between them are none.
 */
export async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 700 });
  await page.evaluate(async (now) => {
    do await new Promise(requestAnimationFrame);
    while (innerWidth !== now);
  }, width);
}
