import type { Sql } from '../../sqlite/sqlite.js';
import { takeWithinSize } from '../sqlite/takeWithinSize.js';
import type { EnvelopeRow } from './rehash.js';

type Told = 'position' | 'stream' | 'version' | 'type' | 'schema' | 'commitment';

/** A payload beside what the envelope of its event says of it, with bytes in hex. */
export interface PayloadRow extends Pick<EnvelopeRow, Told> {
  /** In upper case; empty where the payload is gone. */
  readonly salt: string;
  /** Null where the payload is gone. */
  readonly body: string | null;
}

type Columns = readonly [
  position: number,
  stream: string,
  version: number,
  type: string,
  schema: number,
  commitment: string,
  salt: string,
  body: string | null,
];

const SELECT = `SELECT events.position, stream, version, type, schema, lower(hex(commitment)),
    hex(salt), body
  FROM events LEFT JOIN payloads USING (position)
  WHERE events.position > ? ORDER BY events.position LIMIT ?`;

/**
 * Reads the payloads of at most `limit` events after a position, in order, also of those that have none; fewer, but at
 * least one, where they are large.
 */
export function payloadsAfter(log: Sql): (position: number, limit: number) => PayloadRow[] {
  // Raw, since SQLite's binding takes twice as long to make objects as it does to make lists.
  const statement = log.db.prepare<[position: number, limit: number], Columns>(SELECT).raw();
  return (position, limit) =>
    takeWithinSize(
      statement.iterate(position, limit),
      ([, , , , , , , body]) => body?.length ?? 0,
    ).map(toRow);
}

function toRow([position, stream, version, type, schema, commitment, salt, body]: Columns) {
  return { position, stream, version, type, schema, commitment, salt, body };
}
