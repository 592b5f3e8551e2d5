import type { Sql } from '../../sqlite/sqlite.js';
import { ENVELOPE_COLUMNS, type EnvelopeColumns, envelopeRow } from './envelopesAfter.js';
import type { EnvelopeRow } from './rehash.js';

/** An event with its payload as their rows hold them, with bytes in hex. */
export interface EventRow extends EnvelopeRow {
  /** In upper case; empty when there is no payload. */
  readonly salt: string;
  /** Null unless `state` is `kept`. */
  readonly body: string | null;
  readonly state: PayloadState;
}

/** `erased`: overwritten as a whole; `damaged`: overwritten otherwise; `missing`: there is no row. */
export type PayloadState = 'kept' | 'erased' | 'damaged' | 'missing';

type Columns = readonly [
  ...EnvelopeColumns,
  salt: string,
  body: string | null,
  state: PayloadState,
];

const SELECT = `SELECT ${ENVELOPE_COLUMNS}, hex(payloads.salt), kept_payloads.body, CASE
      WHEN payloads.position IS NULL THEN 'missing'
      WHEN kept_payloads.position IS NOT NULL THEN 'kept'
      WHEN payloads.salt = unhex(format('%064x', octet_length(payloads.body)))
        AND payloads.body = CAST(zeroblob(octet_length(payloads.body)) AS TEXT) THEN 'erased'
      ELSE 'damaged' END
  FROM events LEFT JOIN payloads USING (position) LEFT JOIN kept_payloads USING (position)
  ORDER BY events.position`;

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
  const { 10: salt, 11: body, 12: state } = columns;
  return { ...envelopeRow(columns), salt, body, state };
}
