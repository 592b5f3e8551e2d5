import type { Sql } from '../../sqlite/sqlite.js';
import { takeWithinSize } from '../sqlite/takeWithinSize.js';
import type { EnvelopeRow } from './rehash.js';

type Told = 'position' | 'stream' | 'version' | 'type' | 'schema' | 'commitment';

/** A payload beside what the envelope of its event says of it, with bytes in hex. */
export interface PayloadRow extends Pick<EnvelopeRow, Told> {
  /** In upper case; empty where there is no payload. */
  readonly salt: string;
  /** Null where the payload is erased or missing. */
  readonly body: string | null;
  readonly state: PayloadState;
}

/** Erased is one that holds nothing but its length; what is neither kept nor erased is damaged. */
export type PayloadState = 'kept' | 'erased' | 'damaged' | 'missing';

type Columns = readonly [
  position: number,
  stream: string,
  version: number,
  type: string,
  schema: number,
  commitment: string,
  salt: string,
  body: string | null,
  state: PayloadState,
];

const SELECT = `SELECT events.position, stream, version, type, schema, lower(hex(commitment)),
    hex(payloads.salt), kept_payloads.body, CASE
      WHEN payloads.position IS NULL THEN 'missing'
      WHEN kept_payloads.position IS NOT NULL THEN 'kept'
      WHEN payloads.salt = unhex(format('%064x', octet_length(payloads.body)))
        AND payloads.body = CAST(zeroblob(octet_length(payloads.body)) AS TEXT) THEN 'erased'
      ELSE 'damaged' END
  FROM events LEFT JOIN payloads USING (position) LEFT JOIN kept_payloads USING (position)
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

function toRow([position, stream, version, type, schema, commitment, salt, body, state]: Columns) {
  return { position, stream, version, type, schema, commitment, salt, body, state };
}
