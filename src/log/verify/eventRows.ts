import { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { inText, shownId, shownMetaJson, shownStream } from '../sqlite/storedNames.js';
import { commitmentOf, type EnvelopeRow, GENESIS_HASH, leafOf, linkOf } from './rehash.js';

/** Number of events that are read at once by a walk through the whole log. */
export const PAGE = 1000;

/** The columns of an envelope, which `envelopeRow` names in the same order. */
const ENVELOPE_COLUMNS = `position, ${inText('id')}, ${inText('stream')}, version, type, schema, at,
    actor, ${inText('request')}, ${inText('run')}, lower(hex(commitment)), lower(hex(hash))`;
type Place = readonly [position: number, id: string, stream: string, version: number];
type Kind = readonly [type: string, schema: number, at: number];
type MetaColumns = readonly [actor: string, request: string | null, run: string | null];
type EnvelopeColumns = readonly [
  ...Place,
  ...Kind,
  ...MetaColumns,
  commitment: string,
  hash: string,
];

const ENVELOPES = `SELECT ${ENVELOPE_COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?`;

/** Reads the envelopes after a position in order: at most `most`, or all where that is negative. */
export function* envelopesAfter(log: Sql, after = 0, most = -1): Generator<EnvelopeRow> {
  // `raw`, because the binding takes twice as long to create objects as to create arrays.
  const statement = log.db.prepare<[number, number], EnvelopeColumns>(ENVELOPES).raw();
  for (const columns of statement.iterate(after, most)) yield envelopeRow(columns);
}

/** An envelope from its columns; there may be others after them. */
function envelopeRow(columns: readonly [...EnvelopeColumns, ...unknown[]]): EnvelopeRow {
  const [position, id, stream, version, type, schema, at, ...rest] = columns;
  const [actor, request, run, commitment, hash] = rest;
  const names = { id: shownId(id), stream: shownStream(stream) };
  const meta = shownMetaJson({ actor, request, run });
  return { position, ...names, version, type, schema, at, meta, commitment, hash };
}

/** An event with its payload as their rows hold them, with bytes in hex. */
export interface EventRow extends EnvelopeRow {
  /** In upper case. */
  readonly salt: string;
  /** Null unless `state` is `kept`. */
  readonly body: string | null;
  readonly state: PayloadState;
}

/** `erased`: overwritten as a whole; `damaged`: overwritten otherwise. */
type PayloadState = 'kept' | 'erased' | 'damaged';

const EVENTS = `SELECT ${ENVELOPE_COLUMNS}, hex(salt), body FROM events
  WHERE position > ? ORDER BY position LIMIT ?`;

/**
 * Reads all events after a position in order, erased ones as well: at most `most`, or all where that is negative. Throws
 * when a position does not increase: SQLite trusts a damaged B-tree, and would return the same rows forever.
 */
export function* allEvents(log: Sql, after = 0, most = -1): Generator<EventRow> {
  let before = after;
  // `raw` as above.
  const statement = log.db.prepare<[number, number], Columns>(EVENTS).raw();
  for (const columns of statement.iterate(after, most)) {
    const row = toRow(columns);
    if (row.position <= before) throw new Error(`event ${row.position} is found after ${before}`);
    before = row.position;
    yield row;
  }
}

type Columns = readonly [...EnvelopeColumns, salt: string, body: string];

function toRow(columns: Columns): EventRow {
  const { 12: salt, 13: body } = columns;
  const state = stateOf(salt, body);
  const kept = state === 'kept' ? body : null;
  return Object.assign(envelopeRow(columns), { salt, body: kept, state });
}

const ERASED_SALT = '0'.repeat(32);

/** No random salt begins with sixteen zero bytes. That of an erased payload is the length of its body. */
function stateOf(salt: string, body: string): PayloadState {
  if (!salt.startsWith(ERASED_SALT)) return 'kept';
  const length = Buffer.byteLength(body);
  const isErased = salt === length.toString(16).toUpperCase().padStart(64, '0');
  return isErased && body === '\0'.repeat(length) ? 'erased' : 'damaged';
}

/** How far a walk has come: the last position, and the hash there in hex. */
export interface Walked {
  readonly position: number;
  readonly hash: string;
}

/** Before the first event. */
export const START: Walked = { position: 0, hash: GENESIS_HASH };

/**
 * At most `most` events in order, each one checked against the hashes, from those on that were checked already. Throws at the
 * first that was changed.
 */
export function* checkedEvents(log: Sql, from: Walked = START, most = -1): Generator<EventRow> {
  let { position, hash } = from;
  for (const row of allEvents(log, position, most)) {
    const isNext = row.position === position + 1 && linkOf(hash, leafOf(row)) === row.hash;
    const { state, salt, body, commitment } = row;
    const isAsRecorded =
      state === 'erased' || (body !== null && commitmentOf(salt, body) === commitment);
    if (!isNext || !isAsRecorded)
      throw new Diagnostic(
        'log_changed',
        `event ${row.position} has changed since it was recorded`,
      );
    ({ position, hash } = row);
    yield row;
  }
}
