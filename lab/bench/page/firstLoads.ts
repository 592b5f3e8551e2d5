import { type Benched, halfAndMost, onPage, SLOWDOWNS } from './benched.js';

/** What one load took, in ms since the address was entered; bytes are as sent, compressed. */
interface Load {
  readonly firstPaint: number;
  readonly shown: number;
  readonly requests: number;
  readonly fileBytes: number;
  readonly dataBytes: number;
}

declare global {
  /** When the start page first showed what it asked for; set by the script below. */
  var shownAt: number | undefined;
}

/** Loads the start page with an empty cache, at full speed and slowed down. Gives rows: what, median, most. */
export async function firstLoads(bench: Benched): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for (const slowdown of SLOWDOWNS) {
    const loads: Load[] = [];
    // The first one finds the service cold.
    for (let run = 0; run <= bench.runs; run++) loads.push(await load(bench, slowdown));
    const warm = loads.slice(1);
    const row = (what: string, of: (load: Load) => number) => [what, ...halfAndMost(warm.map(of))];
    const speed = slowdown === 1 ? '' : `, ${slowdown}× slower CPU`;
    rows.push(row(`something is painted${speed}, ms`, ({ firstPaint }) => firstPaint));
    rows.push(row(`the start page shows its data${speed}, ms`, ({ shown }) => shown));
    if (slowdown !== 1) continue;
    rows.push(row('requests', ({ requests }) => requests));
    rows.push(row('bytes of the page', ({ fileBytes }) => fileBytes));
    rows.push(row('bytes of data', ({ dataBytes }) => dataBytes));
  }
  return rows;
}

function load(bench: Benched, slowdown: number): Promise<Load> {
  return onPage(bench, slowdown, async ({ page, seen, go }) => {
    await page.addInitScript(watchFirstShown);
    await go('#/');
    const { firstPaint, shown } = await page.evaluate(() => ({
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      shown: globalThis.shownAt,
    }));
    if (firstPaint === undefined || shown === undefined) throw new Error('nothing was painted');
    const asked = await seen.asked();
    const bytes = (isFile: boolean) =>
      asked
        .filter(({ url }) => /\/(assets\/.*)?$/.test(new URL(url).pathname) === isFile)
        .reduce((sum, one) => sum + one.bytes, 0);
    const requests = asked.length;
    return { firstPaint, shown, requests, fileBytes: bytes(true), dataBytes: bytes(false) };
  });
}

/** Runs in the page, before its own scripts: notes when a screen is there and nothing on it is loading any more. */
function watchFirstShown() {
  const look = () => {
    const isShown = document.querySelector('main h1') && !document.querySelector('.loading');
    if (!isShown || globalThis.shownAt !== undefined) return;
    observer.disconnect();
    // After the next frame it is on the screen.
    requestAnimationFrame(() =>
      setTimeout(() => {
        globalThis.shownAt = performance.now();
      }),
    );
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
}
