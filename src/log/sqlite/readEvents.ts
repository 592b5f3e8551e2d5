import type { EventRedacted } from '../../events/redaction.js';
import { isKnown, upcast } from '../../events/upcast.js';
import type { LoggedEvent, VaultEvent } from '../../events/vaultEvent.js';
import type { Params, Sql } from '../../sqlite/sqlite.js';
import type { Envelope } from '../chain.js';
import { takeWithinSize } from './takeWithinSize.js';

interface EventRow extends Omit<Envelope, 'meta' | 'commitment'> {
  readonly meta: string;
  /** Its own payload, or that of the event which redacted it; both null once it is erased. */
  readonly body: string | null;
  readonly redacted: string | null;
}

/**
 * The events that a WHERE clause picks, in the current shape of their types; marks for those erased. Only the first
 * of them when all would be too much at a time, but at least one.
 */
export function readPage(sql: Sql, where: string, params: Params): readonly LoggedEvent[] {
  const rows = sql.each<EventRow>(SELECT + where, params);
  return takeWithinSize(rows, ({ body, redacted }) => (body ?? redacted ?? '').length).map(toEvent);
}

/** The events that a WHERE clause picks, in the current shape of their types; marks for those erased. */
export function readEvents(sql: Sql, where: string, params: Params): readonly LoggedEvent[] {
  return sql.all<EventRow>(SELECT + where, params).map(toEvent);
}

const SELECT = `
  SELECT events.position, id, stream, version, type, schema, at, meta, own.body AS body,
    other.body AS redacted
  FROM events LEFT JOIN kept_payloads AS own ON own.position = events.position
    LEFT JOIN redactions ON redactions.position = events.position
    LEFT JOIN kept_payloads AS other ON other.position = redactions.by `;

/** As `readEvents`, without what was erased. */
export function readKept(sql: Sql, where: string, params: Params): readonly VaultEvent[] {
  return readEvents(sql, where, params).filter((event) => event.type !== 'erased');
}

function toEvent(row: EventRow): LoggedEvent {
  const { body, redacted, meta, type, schema, ...rest } = row;
  const envelope = { ...rest, meta: JSON.parse(meta) };
  const said = body === null ? redactedData(redacted) : { schema, data: JSON.parse(body).data };
  if (!said) return { ...envelope, type: 'erased', erasedType: type };
  if (!isKnown(type, said.schema)) throw unknownKind(type, said.schema);
  const data = upcast(type, said.schema, said.data);
  // Only this engine writes bodies, from typed facts, and the chain commits to them: not parsed twice.
  return { ...envelope, type, data } as VaultEvent;
}

function redactedData(body: string | null): EventRedacted | undefined {
  return body === null ? undefined : JSON.parse(body).data;
}

/** Why a log cannot be read by this release. */
export function unknownKind(type: string, schema: number): Error {
  return new Error(
    `log.db was written by a newer memory-vault: it holds ${type} events of schema ${schema}, ` +
      'which this release does not know. Start the newer release, or use another data directory',
  );
}
