import { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { PostgresPlace } from '../../domain/postgres.js';
import type { CopyEnd } from '../sharedLog.js';
import { DEADLINES, withConnection } from './connect.js';
import { type Connection, inTransaction, type Statement } from './connection.js';
import { hashOf } from './statements.js';

/** The row in which a shared log says where it ends. */
export interface SharedHead {
  readonly position: number;
  readonly hash: Buffer;
  /** Number of the last answer without an event. */
  readonly answers: number;
  readonly deduplicated: number;
  readonly instance: string;
}

/** What `instance` is once the log was moved away: no node goes on then. */
export const NO_INSTANCE = '00000000-0000-0000-0000-000000000000';

const HEAD: Statement<SharedHead> = {
  text: 'SELECT position, hash, answers, deduplicated, instance FROM vault.head',
};

/** Holds everybody else up who appends, until the transaction ends. */
const LOCKED: Statement<SharedHead> = { text: `${HEAD.text} FOR UPDATE` };

/** Where a shared log ends; with `lock` inside a transaction, in which it then stays there. */
export async function sharedHead(
  connection: Pick<Connection, 'exchange'>,
  { lock = false } = {},
): Promise<SharedHead> {
  const [{ rows }] = await connection.exchange(lock ? LOCKED : HEAD);
  const [head] = rows;
  if (!head) throw new Error('the shared log has no head');
  return head;
}

/** Where a shared log went. */
export interface Moved {
  /** The node whose log.db is the log since then. */
  readonly node: string;
  /** UUID that the shared log had. */
  readonly instance: string;
}

const MOVED: Statement<Moved> = { text: 'SELECT node, instance FROM vault.moved' };

/** Where a shared log went; undefined while it is in use. */
export async function movedTo(
  connection: Pick<Connection, 'exchange'>,
): Promise<Moved | undefined> {
  const [{ rows }] = await connection.exchange(MOVED);
  return rows[0];
}

/** The error for whoever wants to go on with a shared log that was moved away. */
export function movedAway(where: string): Diagnostic {
  return new Diagnostic('shared_log_moved', `the shared log was moved away: ${where}`, {
    setting: 'VAULT_LOG',
  });
}

/**
 * Closes a shared log for good: its events stay, and no node goes on. False, and nothing is done, where it does not end at
 * `end` any more.
 */
export function closeForGood(
  connection: Connection,
  { node, instance }: Moved,
  end: CopyEnd & { readonly deduplicated: number },
): Promise<boolean> {
  return inTransaction(connection, async () => {
    const head = await sharedHead(connection, { lock: true });
    // A statement of its own: it sees what was answered before the lock was granted. The last answers may be erased.
    const more = { text: 'SELECT FROM vault.answers WHERE number > $1', values: [end.answers] };
    const [{ rowCount }] = await connection.exchange(more);
    const isThere = head.instance === instance && head.hash.equals(end.hash);
    if (!isThere || head.deduplicated !== end.deduplicated || rowCount > 0) return false;
    await connection.exchange(
      { text: `UPDATE vault.head SET instance = '${NO_INSTANCE}'` },
      {
        text: 'INSERT INTO vault.moved (node, instance, at) VALUES ($1, $2, clock_timestamp())',
        values: [node, instance],
      },
    );
    return true;
  });
}

/**
 * Looks at a shared log once, and writes nothing: which it is, where it ends, and its hash at a position. Each exchange with
 * PostgreSQL may take `timeoutMs`. Rejects as `withConnection`.
 */
export function glanceAt(place: PostgresPlace, name: string, position: number, timeoutMs: number) {
  const work = async (connection: Connection) => {
    const { instance, position: end } = await sharedHead(connection);
    const [{ rows }] = await connection.exchange(hashOf(position));
    return { instance, position: end, hashAtCopy: rows[0]?.hash };
  };
  const deadlines = { ...DEADLINES, connectMs: timeoutMs, deadlineMs: timeoutMs };
  return withConnection(place, name, work, deadlines);
}
