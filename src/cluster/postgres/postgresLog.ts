import type { Durability } from '../../domain/postgres.js';
import { contradictionOf } from '../fork.js';
import {
  type CopyEnd,
  type Delta,
  type HeldEnd,
  type SharedBatch,
  type SharedLog,
  SharedLogInterrupted,
} from '../sharedLog.js';
import { type LastingConnection, lastingConnection } from './connect.js';
import type { Connection, Statement } from './connection.js';
import { GUARANTEES, type Guarantees, missingFor, refuseLoss } from './durability.js';
import { appendStatement, deltaStatements, refuseUnchained, toDelta } from './statements.js';

const BEGIN: Statement = { text: 'BEGIN ISOLATION LEVEL READ COMMITTED' };
/** Every statement behind it sees what was committed before the lock was granted. */
const LOCK: Statement = { name: 'lock', text: 'SELECT FROM vault.head FOR UPDATE' };
const COMMIT: Statement = { text: 'COMMIT' };
const ROLLBACK: Statement = { text: 'ROLLBACK' };
/**
 * Writes to the write-ahead log and to nothing else, so nobody waits for it. Its commit waits for the standby, as every one
 * does: a primary that was replaced has none any more.
 */
const PROOF: Statement = { text: `SELECT pg_logical_emit_message(true, 'memory-vault', '')` };

/** The shared log in PostgreSQL. The lock of the one row of `vault.head` is the queue of all nodes. */
export function postgresLog(connect: () => Promise<Connection>, durability: Durability): SharedLog {
  const listeners: (() => void)[] = [];
  const hint = () => {
    for (const listener of listeners) listener();
  };
  /** For appends alone: whoever holds the end has a transaction there. */
  const writing = lastingConnection(connect);
  const following = lastingConnection(async () => {
    const connection = await connect();
    connection.onNotification(hint);
    await connection.exchange({ text: 'LISTEN vault_log' });
    // What was appended before could not be told.
    hint();
    return connection;
  });
  /** Resolves when nobody on this node holds the end any more. */
  let free: Promise<void> = Promise.resolve();

  async function lockOn(connection: Connection, end: CopyEnd, limit: number): Promise<Delta> {
    const statements = [BEGIN, LOCK, GUARANTEES, ...deltaStatements(end, limit)] as const;
    const [, , guarantees, ...read] = await connection.exchange(...statements);
    try {
      // Asked each time: a cluster manager may give up the standby when it is gone, and say nothing.
      for (const one of guarantees.rows) refuseLoss(one, durability);
    } catch (error) {
      // Its transaction ends with it.
      connection.destroy('it would lose appended events');
      throw error;
    }
    return toDelta(...read);
  }

  return {
    async readBehind(end, limit) {
      const read = (connection: Connection) => readOn(connection, end, limit);
      return (await askPresent(following, end, read)).delta;
    },
    async readConfirmed(end, limit) {
      const read = async (connection: Connection) => {
        const statements = [...deltaStatements(end, limit), PROOF, GUARANTEES] as const;
        const [ends, events, answers, , guarantees] = await connection.exchange(...statements);
        refuseDoubts(connection, doubtsOf(guarantees.rows, durability));
        return toDelta(ends, events, answers);
      };
      return (await askPresent(following, end, read)).delta;
    },
    async lock(end, limit) {
      const before = free;
      let release = () => {};
      free = new Promise((resolve) => {
        release = resolve;
      });
      await before;
      try {
        const locked = await askPresent(writing, end, (one) => lockOn(one, end, limit));
        return heldEnd(locked.connection, locked.delta, durability, release);
      } catch (error) {
        release();
        throw error;
      }
    },
    onHint: (listener) => void listeners.push(listener),
    async close() {
      await Promise.all([writing.close(), following.close()]);
    },
  };
}

async function readOn(connection: Connection, end: CopyEnd, limit: number): Promise<Delta> {
  return toDelta(...(await connection.exchange(...deltaStatements(end, limit))));
}

/** The end of the log, in a transaction that has its lock. */
function heldEnd(
  connection: Connection,
  delta: Delta,
  durability: Durability,
  free: () => void,
): HeldEnd {
  let isHeld = true;
  return {
    delta,
    readBehind: (end, limit) => readOn(connection, end, limit),
    async append(batch) {
      if (!isHeld) throw new Error('this node has lost its lock on the end of the shared log');
      isHeld = false;
      try {
        await appendAndCommit(connection, batch, durability);
      } finally {
        free();
      }
    },
    async confirm() {
      isHeld = false;
      try {
        const [, tag, { rows }] = await connection.exchange(PROOF, COMMIT, GUARANTEES);
        refuseDoubts(connection, [...doubtsOfTag(tag), ...doubtsOf(rows, durability)]);
      } finally {
        free();
      }
    },
    async release() {
      if (!isHeld) return;
      isHeld = false;
      // The exchange has destroyed the connection when it failed, and the transaction with it.
      await connection.exchange(ROLLBACK).catch(() => {});
      free();
    },
  };
}

/**
 * An aborted transaction answers COMMIT without an error, but with another tag. And a cluster manager that gives up a standby
 * lets the commits go that wait for it, without a warning: so the guarantees are asked for behind the commit again.
 */
async function appendAndCommit(
  connection: Connection,
  batch: SharedBatch,
  durability: Durability,
): Promise<void> {
  const append = appendStatement(batch);
  const [appended, tag, guarantees] = await connection.exchange(append, COMMIT, GUARANTEES);
  refuseUnchained(appended);
  refuseDoubts(connection, [...doubtsOfTag(tag), ...doubtsOf(guarantees.rows, durability)]);
}

/** Why it is not sure that what was written outlives what it has to; none where it is. */
function doubtsOf(rows: readonly Guarantees[], durability: Durability): string[] {
  const missing = rows.flatMap((one) => missingFor(one, durability));
  return missing.map((what) => `after COMMIT, ${what}`);
}

const doubtsOfTag = ({ command }: { readonly command: string }) =>
  command === 'COMMIT' ? [] : [`COMMIT was answered with ${command}`];

function refuseDoubts(connection: Connection, doubts: readonly string[]): void {
  if (doubts.length === 0) return;
  connection.destroy(doubts.join(', and '));
  throw new SharedLogInterrupted(`PostgreSQL: ${doubts.join(', and ')}`);
}

/**
 * Asks for what is behind the end of a copy. A primary that was replaced, and does not know it yet, shows less than the copy
 * may have from the new one. So whatever contradicts the copy is asked for once more, on a new connection: that one has
 * written (`fitForNode`), as a primary without its standby cannot.
 */
export async function askPresent(
  lasting: Pick<LastingConnection, 'get'>,
  end: CopyEnd,
  ask: (connection: Connection) => Promise<Delta>,
): Promise<{ readonly connection: Connection; readonly delta: Delta }> {
  const connection = await lasting.get();
  const delta = await ask(connection);
  const contradiction = contradictionOf(delta, end);
  if (contradiction === undefined) return { connection, delta };
  connection.destroy(contradiction);
  const renewed = await lasting.get();
  return { connection: renewed, delta: await ask(renewed) };
}
