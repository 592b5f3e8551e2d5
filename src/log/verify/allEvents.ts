import type { Sql } from '../../sqlite/sqlite.js';
import { OWN_BODY } from '../sqlite/readEvents.js';
import { ENVELOPE_COLUMNS, type EnvelopeColumns, envelopeRow } from './envelopesAfter.js';
import type { EnvelopeRow } from './rehash.js';

/** An event with its payload as their rows hold them, with bytes in hex. */
export interface EventRow extends EnvelopeRow {
  /** In upper case. */
  readonly salt: string;
  /** Null unless `state` is `kept`. */
  readonly body: string | null;
  readonly state: PayloadState;
}

/** `erased`: overwritten as a whole; `damaged`: overwritten otherwise. */
export type PayloadState = 'kept' | 'erased' | 'damaged';

type Columns = readonly [
  ...EnvelopeColumns,
  salt: string,
  body: string | null,
  state: PayloadState,
];

const SELECT = `SELECT ${ENVELOPE_COLUMNS}, hex(salt), ${OWN_BODY}, CASE
      WHEN ${OWN_BODY} IS NOT NULL THEN 'kept'
      WHEN salt = unhex(format('%064x', octet_length(body)))
        AND body = CAST(zeroblob(octet_length(body)) AS TEXT) THEN 'erased'
      ELSE 'damaged' END
  FROM events ORDER BY position`;

/**
 * Reads all events in order of position, erased ones as well. Throws when a position does not increase:
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
  const { 12: salt, 13: body, 14: state } = columns;
  return { ...envelopeRow(columns), salt, body, state };
}
