import type { Sql } from '../../sqlite/sqlite.js';

/** Rows of a table, met in order of position while the events are walked. */
export interface OrderedRows<Row> {
  /** The next row up to a position; undefined when there is none before the next event. */
  next(position: number): Row | undefined;
  /** Leaves the rest unread. A connection cannot be closed before. */
  close(): void;
}

/** `select` gives rows in order of their first column, the position; each is read once. */
export function orderedRows<Row extends readonly [position: number, ...columns: unknown[]]>(
  log: Sql,
  select: string,
): OrderedRows<Row> {
  const rows = log.db.prepare<[], Row>(select).raw().iterate();
  let head: IteratorResult<Row> | undefined;
  return {
    next(position) {
      head ??= rows.next();
      if (head.done || head.value[0] > position) return undefined;
      const row = head.value;
      head = rows.next();
      return row;
    },
    close() {
      rows.return?.();
    },
  };
}
