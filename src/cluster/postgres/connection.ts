import { type Client, DatabaseError, type QueryResultRow } from 'pg';
import { Diagnostic, messageOf } from '../../diagnostics/diagnostic.js';
import { LogRefused } from '../../log/logFailures.js';
import { SharedLogInterrupted } from '../sharedLog.js';

/** A statement, and, for the compiler alone, what its rows are like. */
export interface Statement<Row extends object = object> {
  readonly text: string;
  /** Prepared once on each connection under this name. */
  readonly name?: string;
  readonly values?: readonly unknown[];
  readonly row?: Row;
}

/** What statements are answered with. `command` is the tag, such as `COMMIT`. */
type Answers<All extends readonly Statement[]> = {
  readonly [K in keyof All]: All[K] extends Statement<infer Row>
    ? { readonly command: string; readonly rows: readonly Row[]; readonly rowCount: number }
    : never;
};

/** A connection to PostgreSQL that is destroyed at the first sign of trouble, and never used again after that. */
export interface Connection {
  /**
   * Sends statements without waiting in between, and gives their answers. Rejects as `failureOf` says, with a
   * `SharedLogInterrupted` also when they are not all there in time, and when a warning came: then a commit may not have
   * reached the standby.
   */
  exchange<const All extends readonly Statement[]>(...statements: All): Promise<Answers<All>>;
  readonly isOpen: boolean;
  onNotification(listener: () => void): void;
  destroy(why: string): void;
  close(): Promise<void>;
}

/** int8 and its likes. All of ours are far below 2^53. */
const INT8 = 20;

/** How long the end of a connection is waited for, in ms. A node that stops has nothing more to say on it. */
const CLOSE_MS = 1000;

/** The code of warnings. The one that counts says that the wait for the standby was cancelled, in the server's language. */
const WARNING = '01000';

/** Wraps a client of `pg`, before it connects. `deadlineMs` is for each exchange. */
export function wrapClient(client: Client, deadlineMs: number): Connection {
  let ended: Error | undefined;
  client.setTypeParser(INT8, Number);
  // Never by cancelling a statement: a commit that is cancelled counts as done without the standby.
  const destroy = (why: string) => {
    ended ??= new SharedLogInterrupted(`PostgreSQL: ${why}`);
    client.connection.stream.destroy();
  };
  client.on('error', (error) => destroy(error.message));
  client.on('end', () => destroy('the connection is closed'));
  client.on('notice', ({ code, message }) => {
    if (code === WARNING) destroy(message ?? 'a warning came');
  });

  async function exchange<const All extends readonly Statement[]>(...statements: All) {
    if (ended) throw ended;
    const late = setTimeout(() => destroy(`no answer within ${deadlineMs} ms`), deadlineMs);
    const sent = statements.map(({ text, name, values }) =>
      client.query<QueryResultRow>({
        text,
        ...(name && { name }),
        ...(values && { values: [...values] }),
      }),
    );
    // All of them, so that no rejection is left without somebody who takes it.
    const settled = await Promise.allSettled(sent);
    clearTimeout(late);
    const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    if (ended || answers.length < sent.length) {
      const failed = settled.find((one) => one.status === 'rejected');
      const failure = failureOf(ended ?? failed?.reason);
      destroy('a statement failed before');
      throw failure;
    }
    // A statement says what its rows are like.
    return answers as unknown as Answers<All>;
  }

  return {
    exchange,
    get isOpen() {
      return ended === undefined;
    },
    onNotification: (listener) => void client.on('notification', listener),
    destroy,
    async close() {
      const late = setTimeout(() => destroy('closing it took too long'), CLOSE_MS);
      await client.end().catch(() => {});
      clearTimeout(late);
    },
  };
}

/**
 * Runs `work` in a transaction, and commits it. Rejects with what `work` rejects with, and with `SharedLogInterrupted` where it
 * is not known whether it was committed. After either the connection is of no use.
 */
export async function inTransaction<T>(connection: Connection, work: () => Promise<T>): Promise<T> {
  await connection.exchange({ text: 'BEGIN' });
  try {
    const result = await work();
    const [{ command }] = await connection.exchange({ text: 'COMMIT' });
    // A transaction that was aborted says so here, without an error.
    if (command !== 'COMMIT') throw new SharedLogInterrupted(`COMMIT was answered with ${command}`);
    return result;
  } catch (error) {
    connection.destroy('a transaction was given up');
    throw error;
  }
}

/** Conflicts, lock timeouts, cancelled statements, shutdowns, sessions that were ended and connections that broke (SQLSTATE). */
const PASSES = /^(08|40|57|55P03|25P03|53300)/;

/** A login that fails, no such database, and missing rights. */
const NO_ACCESS = /^(28|3D000|42501)/;

/**
 * What an error of PostgreSQL, or of the connection to it, means: a `SharedLogInterrupted` for what passes, a `LogRefused`
 * when nothing was written and somebody has to do something, a `Diagnostic` for what no repetition mends. Any other one is a
 * mistake of ours and is returned as it is.
 */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error instanceof SharedLogInterrupted || error instanceof LogRefused) return error;
  if (error instanceof Diagnostic || error instanceof TypeError) return error;
  const said = `PostgreSQL: ${messageOf(error)}`;
  const isServers = error instanceof DatabaseError;
  const code = isServers ? (error.code ?? '') : '';
  // A password that is missing or wrong is noticed on this side.
  if (NO_ACCESS.test(code) || error.message.startsWith('SASL'))
    return new Diagnostic('shared_log_no_access', said, { cause: error });
  if (!isServers || PASSES.test(code))
    return new SharedLogInterrupted(code === '' ? said : `${said} (${code})`, { cause: error });
  if (code.startsWith('53'))
    return new LogRefused(
      'the shared log has no space or memory left: nothing was stored. Try again later',
      new Diagnostic('shared_log_full', `saves are refused: ${said}`, { cause: error }),
    );
  if (code === '25006')
    return new LogRefused(
      'the shared log accepts no writes: nothing was stored. Try again later',
      new Diagnostic('shared_log_read_only', `saves are refused: ${said}`, { cause: error }),
    );
  return error;
}
