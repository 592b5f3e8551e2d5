import type { Sql } from '../../sqlite/sqlite.js';
import type { Envelope } from '../chain.js';
import { envelopesAfter } from '../verify/envelopesAfter.js';
import { leafOf } from '../verify/rehash.js';

/** The leaves of at most `limit` events after a position, in order. */
export function readLeaves(sql: Sql, position: number, limit: number): readonly Buffer[] {
  return envelopesAfter(sql)(position, limit).map((row) => Buffer.from(leafOf(row), 'binary'));
}

/** The envelope of the event whose id is `name`, or of the first event in the stream of that name. */
export function envelopeOf(sql: Sql, name: string): Envelope | undefined {
  const row = sql.get<Omit<Envelope, 'meta'> & { readonly meta: string }>(
    `SELECT position, id, stream, version, type, schema, at, meta, commitment FROM events
     WHERE id = :name OR (stream = :name AND version = 1)`,
    { name },
  );
  return row && { ...row, meta: JSON.parse(row.meta) };
}
