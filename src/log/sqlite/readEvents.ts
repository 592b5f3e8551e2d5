import { Diagnostic } from '../../diagnostics/diagnostic.js';
import { ulidTime } from '../../domain/ulid.js';
import type { EventRedacted } from '../../events/administration.js';
import { isKnown, type LoggedEvent, upcast, type VaultEvent } from '../../events/vaultEvent.js';
import { firstRows } from '../../sqlite/firstRows.js';
import type { Params, Sql } from '../../sqlite/sqlite.js';
import type { Envelope } from '../chain.js';
import { envelopesAfter } from '../verify/eventRows.js';
import { leafDataOf, leafOf } from '../verify/rehash.js';
import {
  inText,
  type ShownMeta,
  shownId,
  shownMeta,
  shownStream,
  storedId,
} from './storedNames.js';
import { positionsIn, rangeOf, streamParams } from './streamPositions.js';

/** Length of the bodies in memory, in UTF-16 units: a thousand of the longest would exceed the memory of a thread. */
const MAX_LENGTH = 8 * 1024 * 1024;

/** The columns `ENVELOPE`. */
export interface EnvelopeRow extends Omit<Envelope, 'meta' | 'commitment'>, ShownMeta {}

interface EventRow extends EnvelopeRow {
  /** The event's own payload, and that of the event that redacted it. Both are null when it was erased. */
  readonly body: string | null;
  readonly redacted: string | null;
}

/**
 * The events that a WHERE clause selects, upcasted to the current schema, with erased ones. Only the first ones when all
 * would take too much memory (`firstRows`), but at least one.
 */
export function readPage(sql: Sql, where: string, params: Params): readonly LoggedEvent[] {
  const rows = sql.each<EventRow>(SELECT + where, params);
  const lengthOf = ({ body, redacted }: EventRow) => (body ?? redacted ?? '').length;
  return firstRows(rows, lengthOf, MAX_LENGTH).taken.map(toEvent);
}

/** SQL for the public part of events. */
export const ENVELOPE = `events.position, ${inText('id')} AS id, ${inText('stream')} AS stream, version, type, schema,
  at, actor, ${inText('request')} AS request, ${inText('run')} AS run`;

/** What `ENVELOPE` selects, as the public part of an event. */
export function toEnvelope(row: EnvelopeRow): Omit<Envelope, 'commitment'> {
  const { position, id, stream, version, type, schema, at } = row;
  const names = { id: shownId(id), stream: shownStream(stream) };
  return { position, ...names, version, type, schema, at, meta: shownMeta(row) };
}

/** SQL for events, with the payload of the event that redacted each, `other`. */
export const WITH_REDACTIONS = `events LEFT JOIN redactions ON redactions.position = events.position
    LEFT JOIN kept_payloads AS other ON other.position = redactions.by`;

/** SQL for the body and salt of such an event, null when it is erased: no random salt begins with sixteen zero bytes. */
const unlessErased = (column: string) =>
  `iif(events.salt >= x'00000000000000000000000000000001', events.${column}, NULL)`;
export const OWN_BODY = unlessErased('body');
export const OWN_SALT = unlessErased('salt');

const SELECT = `
  SELECT ${ENVELOPE}, ${OWN_BODY} AS body, other.body AS redacted FROM ${WITH_REDACTIONS} `;

/** The events that a WHERE clause selects, all of them, without erased ones. */
export function readKept(sql: Sql, where: string, params: Params): readonly VaultEvent[] {
  const events = sql.all<EventRow>(SELECT + where, params).map(toEvent);
  return events.filter((event) => event.type !== 'erased');
}

/** Names each column: a copy of a row, or of a part of it, takes as long as to parse its body. */
function toEvent(row: EventRow): LoggedEvent {
  const { position, version, type, schema, at, body, redacted } = row;
  const [id, stream, meta] = [shownId(row.id), shownStream(row.stream), shownMeta(row)];
  const payload = body === null ? redactedData(redacted) : { schema, data: JSON.parse(body).data };
  if (!payload)
    return { position, id, stream, version, at, meta, type: 'erased', erasedType: type };
  if (!isKnown(type, payload.schema)) throw unknownKind(type, payload.schema);
  const data = upcast(type, payload.schema, payload.data);
  // The cast skips a second validation: only this engine writes bodies, from typed facts, and the chain commits to them.
  return { position, id, stream, version, at, meta, type, data } as VaultEvent;
}

function redactedData(body: string | null): EventRedacted | undefined {
  return body === null ? undefined : JSON.parse(body).data;
}

/** The error for an event of a type or schema that this release cannot read. */
export function unknownKind(type: string, schema: number, file?: string): Diagnostic {
  return new Diagnostic(
    'log_newer',
    `log.db was written by a newer memory-vault: it has ${type} events of schema ${schema}, ` +
      'which this release does not know',
    { file },
  );
}

/** The leaves of at most `limit` events after a position, in order. */
export function readLeaves(sql: Sql, position: number, limit: number): readonly Buffer[] {
  return Array.from(envelopesAfter(sql, position, limit), (row) =>
    Buffer.from(leafOf(row), 'binary'),
  );
}

/** What those leaves are the hashes of: the canonical envelopes. */
export function readLeafData(sql: Sql, position: number, limit: number): readonly string[] {
  return Array.from(envelopesAfter(sql, position, limit), leafDataOf);
}

/** The envelope of the event at a position, without its commitment. */
export function envelopeAt(sql: Sql, position: number): Omit<Envelope, 'commitment'> | undefined {
  const row = sql.get<EnvelopeRow>(`SELECT ${ENVELOPE} FROM events WHERE position = ?`, [position]);
  return row && toEnvelope(row);
}

/** The envelope of the event whose id is `name`, or of the first event in the stream of that name. */
export function envelopeOf(sql: Sql, name: string): Envelope | undefined {
  const row = sql.get<EnvelopeRow & Pick<Envelope, 'commitment'>>(
    `SELECT ${ENVELOPE}, commitment FROM events
     WHERE position = :position OR position IN ${positionsIn('version = 1')}`,
    { position: positionOf(sql, name) ?? 0, ...streamParams(sql, name) },
  );
  return row && { ...toEnvelope(row), commitment: row.commitment };
}

/** How many earlier events are searched for an id that no event of its time has. That takes some 10 ms. */
const LOOK_BACK = 10_000;

/**
 * The position of the event with that id. Ids have no index: a ULID begins with the time of its event, which never
 * decreases. An id can be later than its event: right after the clock was set back, ids go on from the later time.
 */
export function positionOf(sql: Sql, id: string): number | undefined {
  const time = ulidTime(id);
  if (time === undefined) return undefined;
  const [first, end] = rangeOf(sql, time);
  const among = (start: number, behind: number) =>
    sql.get<{ position: number }>(
      'SELECT position FROM events WHERE position >= ? AND position < ? AND id = ?',
      [start, behind, storedId(id)],
    )?.position;
  return among(first, end) ?? among(first - LOOK_BACK, first);
}
