import type { Sql } from '../sqlite.js';

/** Rows of a table, met in order of position while the events are walked. */
export interface Besides<Row> {
  /** The next row up to a position; undefined when there is none before the next event. */
  next(position: number): Row | undefined;
}

/** `select` gives rows in order of their `position`; each is read once. */
export function besides<Row extends { readonly position: number }>(
  log: Sql,
  select: string,
): Besides<Row> {
  const rows = log.db.prepare<[], Row>(select).iterate();
  let head = rows.next();
  return {
    next(position) {
      if (head.done || head.value.position > position) return undefined;
      const row = head.value;
      head = rows.next();
      return row;
    },
  };
}
