import type { Sql } from '../../sqlite/sqlite.js';
import { takeWithinSize } from '../sqlite/takeWithinSize.js';
import type { EnvelopeRow } from './rehash.js';

type EnvelopeColumns = 'position' | 'stream' | 'version' | 'type' | 'schema' | 'commitment';

/** A payload with the columns of its envelope. Bytes are in hex. */
export interface PayloadRow extends Pick<EnvelopeRow, EnvelopeColumns> {
  /** In upper case; empty when there is no payload. */
  readonly salt: string;
  /** Null when there is no payload. */
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
 * Reads the payloads of at most `limit` events after a position, in order, with a row also for events without a payload.
 * Returns fewer rows, but at least one, when they are large.
 */
export function payloadsAfter(log: Sql): (position: number, limit: number) => PayloadRow[] {
  // `raw`, because the binding takes twice as long to create objects as to create arrays.
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
