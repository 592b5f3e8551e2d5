import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

export interface VirtualListProps<T> {
  readonly label: string;
  readonly rows: readonly T[];
  readonly keyOf: (row: T) => string | number;
  /** The same height for all, in pixels. */
  readonly rowHeight: number;
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
  useEffect(() => {
    const look = () => {
      if (!list.current) return;
      const { top } = list.current.getBoundingClientRect();
      const first = Math.max(0, Math.floor(-top / rowHeight) - BEYOND);
      const last = Math.min(rows.length, Math.ceil((innerHeight - top) / rowHeight) + BEYOND);
      setRange((before) => (before[0] === first && before[1] === last ? before : [first, last]));
      if (last >= rows.length - BEYOND) nearEnd.current?.();
    };
    look();
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
    // When a next page becomes possible, the reader may be at the end already.
  }, [rows.length, rowHeight, onNearEnd !== undefined]);
  return (
    <ul
      ref={list}
      class="virtual"
      aria-label={label}
      style={{ height: `${rows.length * rowHeight}px` }}
    >
      {rows.slice(from, to).map((row, i) => (
        <li
          key={keyOf(row)}
          aria-setsize={rows.length}
          aria-posinset={from + i + 1}
          style={{ top: `${(from + i) * rowHeight}px`, height: `${rowHeight}px` }}
        >
          {children(row, from + i)}
        </li>
      ))}
    </ul>
  );
}
