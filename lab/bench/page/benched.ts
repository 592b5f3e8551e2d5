import type { Browser } from 'playwright-core';
import { type OpenPage, openPage, type View } from '../../../tools/page/openPage.js';
import { percentile } from '../../../tools/percentile.js';
import { digits } from '../../../tools/table.js';

/** What is measured: the page of a service, as the owner sees it. */
export interface Benched {
  readonly browser: Browser;
  readonly url: string;
  /** The owner's key. */
  readonly credential: string;
  /** How often each thing is measured. */
  readonly runs: number;
}

/** How much slower than this machine the browser computes. */
export const SLOWDOWNS = [1, 4] as const;

/** Opens an empty page with an empty cache, does `work` on it, and closes it. */
export async function onPage<T>(
  { browser, url, credential }: Benched,
  slowdown: number,
  work: (open: OpenPage) => Promise<T>,
  view: View = {},
): Promise<T> {
  const open = await openPage(browser, url, { credential, ...view });
  try {
    const session = await open.page.context().newCDPSession(open.page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return await work(open);
  } finally {
    await open.close();
  }
}

/** The median and the largest of some numbers, as cells of a table. */
export function halfAndMost(values: readonly number[]): readonly string[] {
  const sorted = [...values].sort((a, b) => a - b);
  return [percentile(sorted, 50), percentile(sorted, 100)].map(digits);
}
