import { digits } from '../../../tools/table.js';
import { type Benched, onPage } from './benched.js';

/** Lists of the page that can be long. */
const LISTS = [
  ['sessions', '#/sessions'],
  ['events of the log', '#/trust'],
  ['hits of a search', '#/search?q=the'],
] as const;

/** More are not scrolled through: the list would only go on. */
const ROWS = 10_000;

/** Scrolls through long lists, a window in each frame. Gives rows: list, rows, elements, long tasks, the longest. */
export async function longLists(bench: Benched): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for (const [what, place] of LISTS) {
    rows.push(
      await onPage(bench, 1, async ({ page, go }) => {
        await go(place);
        const found = await page.evaluate(scrollToEnd, ROWS);
        const { length, elements, tasks } = found;
        const longest = tasks.length === 0 ? 'none' : digits(Math.max(...tasks));
        return [what, String(length), String(elements), String(tasks.length), longest];
      }),
    );
  }
  return rows;
}

/** Runs in the page. `elements` is the largest number in the document at one time; `tasks` are those over 50 ms. */
async function scrollToEnd(most: number) {
  const tasks: number[] = [];
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  });
  observer.observe({ type: 'longtask' });
  /** True when a frame was drawn. A browser without a window has been seen to stop drawing; then the list ends here. */
  const frame = () =>
    new Promise<boolean>((resolve) => {
      requestAnimationFrame(() => resolve(true));
      setTimeout(() => resolve(false), 5000);
    });
  /** How many rows the list has, beyond those that are in the document. */
  const rowsOf = () =>
    Math.max(
      0,
      ...[...document.querySelectorAll('[aria-setsize]')].map((row) =>
        Number(row.getAttribute('aria-setsize')),
      ),
      document.querySelectorAll('main [data-row]').length,
    );
  let elements = 0;
  // At the end, a list has some time to load more.
  for (let still = 0; still < 60 && rowsOf() <= most; ) {
    const before = scrollY;
    scrollBy(0, innerHeight);
    if (!(await frame())) break;
    elements = Math.max(elements, document.querySelectorAll('*').length);
    still = scrollY === before ? still + 1 : 0;
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  return { length: rowsOf(), elements, tasks };
}
