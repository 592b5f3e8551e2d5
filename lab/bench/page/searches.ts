import type { Page } from 'playwright-core';
import { type Benched, halfAndMost, onPage, SLOWDOWNS } from './benched.js';

const KEY_MS = 80;
/** Nothing has changed for so long: all hits are shown. */
const QUIET_MS = 600;

declare global {
  /** Times of this page in ms: of the last key, and of the last change of the hits that was painted. */
  var searchTimes: { key: number; hits: number };
}

/** Types words into the search, letter by letter. Gives rows: what, median, most. */
export async function searches(
  bench: Benched & { readonly words: readonly string[] },
): Promise<readonly (readonly string[])[]> {
  const { words, runs } = bench;
  const step = Math.max(1, Math.floor(words.length / (2 * runs)));
  const at = (i: number) => words[(i * step) % words.length] ?? 'retry';
  const rows: (readonly string[])[] = [];
  for (const slowdown of SLOWDOWNS) {
    const speed = slowdown === 1 ? '' : `, ${slowdown}× slower CPU`;
    const queries = {
      'one word': Array.from({ length: runs }, (_, i) => at(i)),
      'two words': Array.from({ length: runs }, (_, i) => `${at(2 * i)} ${at(2 * i + 1)}`),
    };
    for (const [what, texts] of Object.entries(queries)) {
      const times = await onPage(bench, slowdown, async ({ page, go }) => {
        await go('#/search');
        await page.evaluate(watchHits);
        // Not the first one, for which code is loaded and compiled.
        await timeOf(page, 'the');
        const measured: number[] = [];
        for (const text of texts) measured.push(await timeOf(page, text));
        return measured;
      });
      rows.push([`${what}${speed}`, ...halfAndMost(times)]);
    }
  }
  return rows;
}

/** Types one query and waits until no hit changes any more. Milliseconds from the last key to the last hit. */
async function timeOf(page: Page, text: string): Promise<number> {
  await page.locator('[data-search]').fill('');
  await page.waitForTimeout(QUIET_MS);
  await page.locator('[data-search]').pressSequentially(text, { delay: KEY_MS });
  await page.waitForFunction(
    (quiet) => {
      const { key, hits } = globalThis.searchTimes;
      return hits > key && performance.now() - hits > quiet;
    },
    QUIET_MS,
    { timeout: 60_000 },
  );
  return page.evaluate(() => globalThis.searchTimes.hits - globalThis.searchTimes.key);
}

/** Runs in the page: notes when a key is pressed, and when hits that changed are painted. */
function watchHits() {
  globalThis.searchTimes = { key: 0, hits: 0 };
  addEventListener(
    'keydown',
    () => {
      globalThis.searchTimes.key = performance.now();
    },
    true,
  );
  const isHit = (node: Node) =>
    node instanceof Element
      ? node.matches('li, [data-row], [data-row] *') || node.querySelector('[data-row]') !== null
      : node.parentElement?.closest('[data-row]') !== null;
  new MutationObserver((changes) => {
    const nodes = changes.flatMap(({ target, addedNodes }) => [target, ...addedNodes]);
    if (!nodes.some(isHit)) return;
    requestAnimationFrame(() =>
      setTimeout(() => {
        globalThis.searchTimes.hits = performance.now();
      }),
    );
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}
