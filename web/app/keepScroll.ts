import { place } from '../base/place.js';

/** A list is loaded page by page until the place is reached: how long the next page may take. */
const WAITED_MS = 15_000;
/** Browsers refuse to write the history hundreds of times in a few seconds. */
const PAUSE_MS = 100;

/**
 * Keeps how far each entry of the browser's history was scrolled, and goes there again on back, forward and reload. The browser
 * itself would scroll before the screen has its lists.
 */
export function keepScroll(): void {
  history.scrollRestoration = 'manual';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // On the way to the place that was kept, it stays as it is.
      if (!isOnTheWay) history.replaceState({ y: scrollY }, '');
    }, PAUSE_MS);
  };
  addEventListener('scroll', keep, { passive: true });
  // Another query of the same screen, which does not appear anew.
  addEventListener('popstate', () => {
    if (keptY() !== undefined && !place.isDocs) scrollToKept();
  });
}

let isOnTheWay = false;
let stop = () => {};

/** Scrolls to where this entry of the history was left; a new one begins at its top. */
export function scrollToKept(): void {
  stop();
  const y = keptY() ?? 0;
  scrollTo(0, y);
  if (Math.abs(scrollY - y) <= 1) return;
  isOnTheWay = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = new ResizeObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(() => stop(), WAITED_MS);
    scrollTo(0, y);
    if (Math.abs(scrollY - y) <= 1) stop();
  });
  const own = new AbortController();
  stop = () => {
    isOnTheWay = false;
    watch.disconnect();
    clearTimeout(timer);
    own.abort();
    stop = () => {};
  };
  watch.observe(document.body);
  // Who scrolls or types meanwhile knows better.
  for (const type of ['wheel', 'touchmove', 'keydown', 'pointerdown']) {
    addEventListener(type, () => stop(), { signal: own.signal, passive: true });
  }
}

function keptY(): number | undefined {
  const state: unknown = history.state;
  if (typeof state !== 'object' || state === null || !('y' in state)) return undefined;
  return typeof state.y === 'number' ? state.y : undefined;
}
