import { Worker } from 'node:worker_threads';
import type { Sql } from '../../sqlite/sqlite.js';
import { headOf } from '../sqlite/headOf.js';
import type { Reading } from './findings.js';

/** Where a log ends: at the same end it holds the same events, payloads and guards. */
export interface Moment {
  readonly position: number;
  /** In hex. */
  readonly hash: string;
}

/** Reads payloads while somebody else reads envelopes. Everything is undefined once the thread is gone. */
export interface PayloadsThread {
  /** Begins to read the file as it is now, and says what moment that is. */
  begin(): Promise<Moment | undefined>;
  /** Reads it as it was when it began. */
  read(): Promise<Reading<number> | undefined>;
  close(): Promise<void>;
}

/** What the thread is asked, and what it answers. */
export type Asked = 'begin' | 'read';
export interface Answers {
  readonly begin: Moment | undefined;
  readonly read: Reading<number>;
}

/** What tells one moment of a log from another; undefined when its head cannot be read. */
export function momentOf(log: Sql): Moment | undefined {
  try {
    const { position, hash } = headOf(log);
    return { position, hash: hash.toString('hex') };
  } catch {
    return undefined;
  }
}

/** Starts a thread on the log in a file. A thread that cannot start is gone from the beginning. */
export function payloadsOnThread(file: string): PayloadsThread {
  const worker = new Worker(new URL('./payloadsThread.js', import.meta.url), {
    workerData: file,
    // Flags of who measures or tests are not for it: loading their tools takes longer than most logs.
    execArgv: [],
  });
  const gone = new Promise<undefined>((resolve) => {
    worker.once('error', () => resolve(undefined));
    worker.once('exit', () => resolve(undefined));
  });
  // Asked one thing at a time, it answers in turn.
  const ask = <A extends Asked>(asked: A) => {
    const answer = new Promise<Answers[A]>((resolve) => worker.once('message', resolve));
    worker.postMessage(asked);
    return Promise.race([answer, gone]);
  };
  return {
    begin: () => ask('begin'),
    read: () => ask('read'),
    async close() {
      await worker.terminate();
    },
  };
}
