import { isKnown, upcast } from '../events/upcast.js';
import type { VaultEvent } from '../events/vaultEvent.js';
import type { Envelope } from './chain.js';
import type { Params, Sql } from './sqlite.js';

interface EventRow extends Omit<Envelope, 'meta' | 'commitment'> {
  readonly meta: string;
  readonly body: string | null;
}

/** The events that a WHERE clause picks, in the current shape of their types. */
export function readEvents(sql: Sql, where: string, params: Params): readonly VaultEvent[] {
  const rows = sql.all<EventRow>(
    `SELECT position, id, stream, version, type, schema, at, meta, body
     FROM events LEFT JOIN payloads USING (position) ${where}`,
    params,
  );
  return rows.map(toEvent);
}

function toEvent(row: EventRow): VaultEvent {
  const { body, meta, type, schema, ...envelope } = row;
  if (body === null) throw new Error(`the payload of event ${row.position} is missing`);
  if (!isKnown(type, schema)) throw unknownKind(type, schema);
  const data = upcast(type, schema, JSON.parse(body).data);
  // Only this engine writes bodies, from typed facts, and the chain commits to them: not parsed twice.
  return { ...envelope, type, meta: JSON.parse(meta), data } as VaultEvent;
}

/** Why a log cannot be read by this release. */
export function unknownKind(type: string, schema: number): Error {
  return new Error(
    `log.db was written by a newer memory-vault: it holds ${type} events of schema ${schema}, ` +
      'which this release does not know. Start the newer release, or use another data directory',
  );
}
