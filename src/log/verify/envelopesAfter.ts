import type { Sql } from '../../sqlite/sqlite.js';
import type { EnvelopeRow } from './rehash.js';

/** Number of events that are read at once by a walk through the whole log. */
export const PAGE = 1000;

type Columns = readonly [
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

const SELECT = `SELECT position, id, stream, version, type, schema, at, meta,
    lower(hex(commitment)), lower(hex(hash))
  FROM events WHERE position > ? ORDER BY position LIMIT ?`;

/** Reads the envelopes of at most `limit` events after a position, in order. */
export function envelopesAfter(log: Sql): (position: number, limit: number) => EnvelopeRow[] {
  // `raw`, because the binding takes twice as long to create objects as to create arrays.
  const statement = log.db.prepare<[position: number, limit: number], Columns>(SELECT).raw();
  return (position, limit) => statement.all(position, limit).map(toRow);
}

function toRow(columns: Columns): EnvelopeRow {
  const [position, id, stream, version, type, schema, at, meta, commitment, hash] = columns;
  return { position, id, stream, version, type, schema, at, meta, commitment, hash };
}
