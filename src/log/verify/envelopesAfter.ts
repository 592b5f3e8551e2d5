import type { Sql } from '../../sqlite/sqlite.js';
import type { EnvelopeRow } from './rehash.js';

/** Number of events that are read at once by a walk through the whole log. */
export const PAGE = 1000;

/** The columns of an envelope, in the order of `ENVELOPE_COLUMNS`. */
export type EnvelopeColumns = readonly [
  position: number,
  id: string,
  stream: string,
  version: number,
  type: string,
  schema: number,
  at: number,
  meta: string,
  commitment: string,
  hash: string,
];

export const ENVELOPE_COLUMNS = `events.position, id, stream, version, type, schema, at, meta,
    lower(hex(commitment)), lower(hex(hash))`;

const SELECT = `SELECT ${ENVELOPE_COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?`;

/** Reads the envelopes of at most `limit` events after a position, in order. */
export function envelopesAfter(log: Sql): (position: number, limit: number) => EnvelopeRow[] {
  // `raw`, because the binding takes twice as long to create objects as to create arrays.
  const statement = log.db
    .prepare<[position: number, limit: number], EnvelopeColumns>(SELECT)
    .raw();
  return (position, limit) => statement.all(position, limit).map(envelopeRow);
}

/** An envelope from its columns; there may be others after them. */
export function envelopeRow(columns: readonly [...EnvelopeColumns, ...unknown[]]): EnvelopeRow {
  const [position, id, stream, version, type, schema, at, meta, commitment, hash] = columns;
  return { position, id, stream, version, type, schema, at, meta, commitment, hash };
}
