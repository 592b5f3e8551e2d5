import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { rowAt, rowPlaces } from './rowPlaces.js';

export interface VirtualListProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string | number;
  /** In pixels: the same for all, or what a function says of a row, which must always be the same function. */
  readonly rowHeight: number | ((row: T) => number);
  /** What is inside the list item of a row. */
  readonly children: (row: T, index: number) => ComponentChildren;
  /** Called when the reader comes near the end, for the next page. */
  readonly onNearEnd?: (() => void) | undefined;
}

/** Rows beyond the edges of the window that are rendered, too, so that scrolling shows no gaps. */
const BEYOND = 10;

/** A long list of which only the rows in view are in the document. It scrolls with the page. */
export function VirtualList<T>({
  label,
  rows,
  keyOf,
  rowHeight,
  children,
  onNearEnd,
}: VirtualListProps<T>) {
  const list = useRef<HTMLUListElement>(null);
  const [[from, to], setRange] = useState<readonly [number, number]>([0, 60]);
  const nearEnd = useRef(onNearEnd);
  nearEnd.current = onNearEnd;
  const tops = useMemo(
    () => rowPlaces(rows, typeof rowHeight === 'number' ? () => rowHeight : rowHeight),
    [rows, rowHeight],
  );
  useEffect(() => {
    const look = () => {
      if (!list.current) return;
      const { top } = list.current.getBoundingClientRect();
      const first = Math.max(0, rowAt(tops, -top) - BEYOND);
      const last = Math.min(rows.length, rowAt(tops, innerHeight - top) + 1 + BEYOND);
      setRange((before) => (before[0] === first && before[1] === last ? before : [first, last]));
      if (last >= rows.length - BEYOND) nearEnd.current?.();
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    // What stands above the list may grow or shrink.
    const above = new ResizeObserver(look);
    above.observe(document.body);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
      above.disconnect();
    };
    // When a next page becomes possible, the reader may be at the end already.
  }, [rows.length, tops, onNearEnd !== undefined]);
  return (
    <ul ref={list} class="virtual" aria-label={label} style={{ height: `${tops.at(-1) ?? 0}px` }}>
      {rows.slice(from, to).map((row, i) => {
        const [top = 0, end = top] = tops.slice(from + i, from + i + 2);
        return (
          <li
            key={keyOf(row)}
            aria-setsize={rows.length}
            aria-posinset={from + i + 1}
            style={{ top: `${top}px`, height: `${end - top}px` }}
          >
            {children(row, from + i)}
          </li>
        );
      })}
    </ul>
  );
}
