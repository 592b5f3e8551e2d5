import { createHash } from 'node:crypto';
import canonical from 'fast-json-stable-stringify';
import { openSqliteReader } from '../../src/sqlite/sqlite.js';
import { idIn, metaIn, type RowInLog, streamIn } from './namesInLog.js';

/** An event by its names. */
type Named = Omit<RowInLog, 'id' | 'stream'> & { readonly id: string; readonly stream: string };

/**
 * All errors of a log: gaps, versions, times, commitments, chain, head. Reads the file and hashes as documented in the
 * architecture, independently of the code under test.
 */
export function checkChain(file: string): string[] {
  const log = openSqliteReader(file);
  try {
    const rows = log
      .all<RowInLog>('SELECT * FROM events ORDER BY position')
      .map((row): Named => ({ ...row, id: idIn(row.id), stream: streamIn(row.stream) }));
    const head = log.get<{ position: number; hash: Buffer }>('SELECT * FROM head');
    const problems: string[] = [];
    const versions = new Map<string, number>();
    let hash: Buffer = Buffer.alloc(32);
    let at = 0;
    for (const [i, row] of rows.entries()) {
      const { commitment, hash: stored, salt, body } = row;
      const { position, id, stream, version, type, schema } = row;
      const envelope = {
        position,
        id,
        stream,
        version,
        type,
        schema,
        at: row.at,
        meta: metaIn(row),
        commitment: commitment.toString('hex'),
      };
      hash = sha256('chain/1', hash, sha256(Buffer.of(0), canonical(envelope)));
      if (row.position !== i + 1) problems.push(`position ${row.position} at place ${i + 1}`);
      if (row.version !== (versions.get(row.stream) ?? 0) + 1)
        problems.push(`version of ${row.id}`);
      if (row.at < at) problems.push(`time of ${row.position} goes back`);
      if (isOverwritten(salt, body)) {
        if (!isErased(rows, row)) problems.push(`payload of ${row.position} is overwritten`);
      } else if (!commitment.equals(sha256('payload/1', salt, body))) {
        problems.push(`payload of ${row.position}`);
      }
      if (!stored.equals(hash)) problems.push(`hash of ${row.position}`);
      versions.set(row.stream, row.version);
      at = row.at;
    }
    const { hash: atHead = Buffer.alloc(32) } = rows[(head?.position ?? 0) - 1] ?? {};
    if (!head || head.position > rows.length || !head.hash.equals(atHead)) problems.push('head');
    return problems;
  } finally {
    log.db.close();
  }
}

/** Whether nothing is left of a payload but its length, as a number of 32 bytes where the salt was. */
function isOverwritten(salt: Buffer, body: string): boolean {
  return salt.toString('hex') === body.length.toString(16).padStart(64, '0') && /^\0*$/.test(body);
}

/** Types that erase what their stream held before; the stream of redactions holds their newest. */
const FORGETTING = /\.(forgotten|project_forgotten|redacted)$|^team\.removed$/;

/** True when a later event erases the payload of this one. */
function isErased(rows: readonly Named[], { position, stream }: Named): boolean {
  const redacted = rows.find((row) => stream === `redaction/${row.position}`);
  if (redacted && isErased(rows.slice(position), redacted)) return true;
  const alone = [`redaction/${position}`, `erasure/${position}`];
  return rows.some(
    (later) =>
      later.position > position &&
      (alone.includes(later.stream) || (later.stream === stream && FORGETTING.test(later.type))),
  );
}

function sha256(...parts: (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
