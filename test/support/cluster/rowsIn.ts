import type { StoredEvent } from '../../../src/cluster/sharedLog.js';
import { openSqliteReader } from '../../../src/sqlite/sqlite.js';
import { idIn, metaIn, type RowInLog, streamIn } from '../namesInLog.js';
import type { LogRow } from './checkChainOf.js';

/** All events of a copy, read from its file without the code under test. */
export function rowsIn(file: string): readonly LogRow[] {
  const sql = openSqliteReader(file);
  try {
    return sql.all<RowInLog>('SELECT * FROM events ORDER BY position').map((row) => {
      const isErased = row.salt.subarray(0, 16).every((byte) => byte === 0);
      const { salt, body, position, version, type, schema, at } = row;
      const names = { id: idIn(row.id), stream: streamIn(row.stream) };
      return {
        position,
        ...names,
        version,
        type,
        schema,
        at,
        meta: metaIn(row),
        commitment: row.commitment.toString('hex'),
        hash: row.hash.toString('hex'),
        payload: isErased ? null : { salt: salt.toString('hex'), body },
      };
    });
  } finally {
    sql.db.close();
  }
}

/** An event of a shared log in the same form. */
export function rowOf({ envelope, hash, payload }: StoredEvent): LogRow {
  return {
    ...envelope,
    commitment: envelope.commitment.toString('hex'),
    hash: hash.toString('hex'),
    payload: payload ? { salt: payload.salt.toString('hex'), body: payload.body } : null,
  };
}
