import { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { EventRedacted } from '../../events/redaction.js';
import { isKnown, upcast } from '../../events/upcast.js';
import type { LoggedEvent, VaultEvent } from '../../events/vaultEvent.js';
import { firstRows } from '../../sqlite/firstRows.js';
import type { Params, Sql } from '../../sqlite/sqlite.js';
import type { Envelope } from '../chain.js';
import { type ShownMeta, shownMeta } from './storedMeta.js';
import { inText, shownId, shownStream } from './storedNames.js';

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

/** The events that a WHERE clause selects, upcasted to the current schema, with erased ones. */
export function readEvents(sql: Sql, where: string, params: Params): readonly LoggedEvent[] {
  return sql.all<EventRow>(SELECT + where, params).map(toEvent);
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

/** Like `readEvents`, without erased events. */
export function readKept(sql: Sql, where: string, params: Params): readonly VaultEvent[] {
  return readEvents(sql, where, params).filter((event) => event.type !== 'erased');
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
export function unknownKind(type: string, schema: number): Diagnostic {
  return new Diagnostic(
    'log_newer',
    `log.db was written by a newer memory-vault: it holds ${type} events of schema ${schema}, ` +
      'which this release does not know',
  );
}
