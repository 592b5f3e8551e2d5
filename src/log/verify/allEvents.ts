import type { Sql } from '../../sqlite/sqlite.js';
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

type Columns = readonly [...EnvelopeColumns, salt: string, body: string];

const SELECT = `SELECT ${ENVELOPE_COLUMNS}, hex(salt), body FROM events
  WHERE position > ? ORDER BY position LIMIT ?`;

/**
 * Reads all events after a position in order, erased ones as well: at most `most`, or all where that is negative. Throws when a position does not increase:
 * SQLite trusts a damaged B-tree, and would return the same rows forever.
 */
export function* allEvents(log: Sql, after = 0, most = -1): Generator<EventRow> {
  let before = after;
  // `raw`, because the binding takes twice as long to create objects as to create arrays.
  for (const columns of log.db
    .prepare<[after: number, most: number], Columns>(SELECT)
    .raw()
    .iterate(after, most)) {
    const row = toRow(columns);
    if (row.position <= before) throw new Error(`event ${row.position} is found after ${before}`);
    before = row.position;
    yield row;
  }
}

function toRow(columns: Columns): EventRow {
  const { 12: salt, 13: body } = columns;
  const state = stateOf(salt, body);
  return Object.assign(envelopeRow(columns), {
    salt,
    body: state === 'kept' ? body : null,
    state,
  });
}

const ERASED_SALT = '0'.repeat(32);

/** No random salt begins with sixteen zero bytes. That of an erased payload is the length of its body. */
function stateOf(salt: string, body: string): PayloadState {
  if (!salt.startsWith(ERASED_SALT)) return 'kept';
  const length = Buffer.byteLength(body);
  const isErased = salt === length.toString(16).toUpperCase().padStart(64, '0');
  return isErased && body === '\0'.repeat(length) ? 'erased' : 'damaged';
}
