import { Diagnostic } from '../../../diagnostics/diagnostic.js';
import type { CopyEnd } from '../sharedLog.js';
import type { Connection, Statement } from './connection.js';
import { inTransaction } from './inTransaction.js';
import { NO_INSTANCE, sharedHead } from './sharedHead.js';

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
