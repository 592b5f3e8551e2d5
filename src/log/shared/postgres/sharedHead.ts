import type { Connection, Statement } from './connection.js';

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
