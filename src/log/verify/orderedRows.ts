import type { Sql } from '../../sqlite/sqlite.js';

/** Rows of a table in order of position, read in step with a walk through the events. */
export interface OrderedRows<Row> {
  /** The next row whose position is at most `position`; undefined when there is none. */
  next(position: number): Row | undefined;
  /** Ends the reading. The connection can be closed only after that. */
  close(): void;
}

/** `select` must return rows in order of their first column, the position. Each row is read once. */
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
