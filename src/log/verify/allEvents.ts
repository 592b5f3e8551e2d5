import type { Sql } from '../../sqlite/sqlite.js';
import type { EnvelopeRow } from './rehash.js';

/** An event with its payload as their rows hold them, with bytes in hex. */
export interface EventRow extends EnvelopeRow {
  /** In upper case; empty when there is no payload. */
  readonly salt: string;
  /** Null when there is no payload. */
  readonly body: string | null;
}

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
  salt: string,
  body: string | null,
];

const SELECT = `SELECT events.position, id, stream, version, type, schema, at, meta,
    lower(hex(commitment)), lower(hex(hash)), hex(salt), body
  FROM events LEFT JOIN payloads USING (position) ORDER BY events.position`;

/**
 * Reads all events in order of position, including those without a payload. Throws when a position does not increase:
 * SQLite trusts a damaged B-tree, and would return the same rows forever.
 */
export function* allEvents(log: Sql): Generator<EventRow> {
  let before = 0;
  // `raw`, because the binding takes twice as long to create objects as to create arrays.
  for (const columns of log.db.prepare<[], Columns>(SELECT).raw().iterate()) {
    const row = toRow(columns);
    if (row.position <= before) throw new Error(`event ${row.position} is found after ${before}`);
    before = row.position;
    yield row;
  }
}

function toRow(columns: Columns): EventRow {
  const [position, id, stream, version, type, schema, at, meta, commitment, hash, salt, body] =
    columns;
  return { position, id, stream, version, type, schema, at, meta, commitment, hash, salt, body };
}
