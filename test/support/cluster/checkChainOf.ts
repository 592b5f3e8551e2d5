import { createHash } from 'node:crypto';

/** An event as a shared log or a copy of it holds it; bytes in hex. */
export interface LogRow {
  readonly position: number;
  readonly id: string;
  readonly stream: string;
  readonly version: number;
  readonly type: string;
  readonly schema: number;
  readonly at: number;
  readonly meta: { readonly request_id?: string | undefined };
  readonly commitment: string;
  readonly hash: string;
  /** Null once it is erased. */
  readonly payload: { readonly salt: string; readonly body: string } | null;
}

/** All errors of the chain of a log, recomputed as the architecture says and without the code under test. */
export function checkChainOf(rows: readonly LogRow[]): string[] {
  const problems: string[] = [];
  const versions = new Map<string, number>();
  const ids = new Set(rows.map(({ id }) => id));
  if (ids.size < rows.length) problems.push('an id is there twice');
  let before: Buffer = Buffer.alloc(32);
  let time = 0;
  for (const [i, row] of rows.entries()) {
    const { hash, payload, ...envelope } = row;
    const leaf = sha256(Buffer.of(0), sorted(envelope));
    before = sha256('chain/1', before, leaf);
    const what = `event ${row.position}`;
    if (row.position !== i + 1) problems.push(`${what} is at place ${i + 1}`);
    if (row.version !== (versions.get(row.stream) ?? 0) + 1) problems.push(`version of ${what}`);
    if (row.at < time) problems.push(`the time of ${what} goes back`);
    if (before.toString('hex') !== hash) problems.push(`hash of ${what}`);
    if (payload) {
      const committed = sha256('payload/1', Buffer.from(payload.salt, 'hex'), payload.body);
      if (committed.toString('hex') !== row.commitment) problems.push(`payload of ${what}`);
    }
    versions.set(row.stream, row.version);
    time = row.at;
  }
  return problems;
}

/** JSON with the members of each object in the order of their names. */
function sorted(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(sorted).join()}]`;
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${sorted(one)}`).join()}}`;
}

function sha256(...parts: (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
