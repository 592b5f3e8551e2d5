import type { Observation } from 'memory-vault-client';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Asked } from '../../base/useAsk.js';
import { useNews } from '../../base/useNews.js';
import { askNewest } from './newestNotes.js';

/** What came while somebody was reading. */
export interface HeldNews {
  /** How many of the newest notes are not shown; 0 where notes were only changed or forgotten. */
  readonly count: number;
  readonly show: () => void;
}

/**
 * Asks again for lists when notes are saved, changed or forgotten. While somebody reads, nothing moves: then it gives what came
 * (undefined while nothing has), and shows it on request.
 */
export function useHeldNews(
  newest: Asked<readonly Observation[]>,
  others: readonly Asked<unknown>[],
): HeldNews | undefined {
  const [count, setCount] = useState<number>();
  const isWanted = useRef(false);
  const again = () => {
    setCount(undefined);
    for (const asked of [newest, ...others]) asked.again();
  };
  useNews(() => {
    const { value = [] } = newest;
    // Who is shown how to begin waits for the first note.
    if (value.length === 0 || !isReading()) return again();
    const shown = new Set(value.map(({ id }) => id));
    askNewest().then(
      (now) => setCount(now.filter(({ id }) => !shown.has(id)).length),
      // The next news ask again.
      () => {},
    );
  });
  useEffect(() => {
    if (!isWanted.current || newest.state !== 'there') return;
    isWanted.current = false;
    document.querySelector<HTMLElement>('.newest [data-row]')?.focus();
  }, [newest.state]);
  if (count === undefined) return undefined;
  const show = () => {
    isWanted.current = true;
    again();
  };
  return { count, show };
}

/** Whether somebody is somewhere: has scrolled, has the focus in a list, or has selected text. */
function isReading(): boolean {
  return (
    scrollY > 0 ||
    document.activeElement?.closest('main .rows') !== null ||
    getSelection()?.isCollapsed === false
  );
}
