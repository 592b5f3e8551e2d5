import type { Page } from 'playwright-core';

const QUALITY = 82;

/** What the window of a page shows, as WebP: a third of the size of PNG. */
export async function pictureOf(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
  });
  await session.detach();
  return Buffer.from(data, 'base64');
}
