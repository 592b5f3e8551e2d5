import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { Rejection } from '../domain/rejection.js';
import { type Envelope, leaf } from '../log/chain.js';
import type { EventLog } from '../log/eventLog.js';
import { logTree } from '../log/merkle/logTree.js';
import type { LogWork } from './logWork.js';
import type { VerifyReport } from './verify.js';

/** Proves to others what the log holds. Hashes are those of RFC 6962. */
export interface Audit {
  /** A signed checkpoint of at least `events` events, if the log has so many. */
  checkpoint(events: number): Promise<string>;
  /**
   * That an event, or the first of an observation, is in the tree of `size` leaves, by default all of them.
   * Throws `not_found` and `invalid_parameter`.
   */
  inclusion(id: string, size: number | undefined): Promise<Inclusion>;
  /** That the tree of `to` leaves, by default all, begins with that of `from`. Throws `invalid_parameter`. */
  consistency(from: number, to: number | undefined): Promise<Consistency>;
  /** Verifies the whole vault. Whoever asks while that is under way gets the same report. */
  verify(): Promise<VerifyReport>;
  /** Called once the log is closed. */
  close(): void;
}

export interface Inclusion {
  readonly envelope: Envelope;
  /** Counted from 0. */
  readonly index: number;
  readonly leaf: Buffer;
  readonly size: number;
  readonly root: Buffer;
  readonly path: readonly Buffer[];
}

export interface Consistency {
  readonly from: number;
  readonly to: number;
  readonly fromRoot: Buffer;
  readonly toRoot: Buffer;
  readonly path: readonly Buffer[];
}

/** Signing reads the whole log: a checkpoint is handed out for ten times as long as it took to make. */
const REUSED = 10;

export function audit(parts: {
  readonly dataDir: string;
  readonly log: EventLog;
  readonly work: LogWork;
}): Audit {
  const { dataDir, log, work } = parts;
  const logFile = join(dataDir, 'log.db');
  let logHandle: number | undefined;
  const tree = logTree(({ from, to }) => log.readLeaves(from, to - from));
  let latest: Awaited<ReturnType<typeof sign>> | undefined;

  const sign = shared(async () => {
    const start = performance.now();
    const signed = await work.signCheckpoint(dataDir);
    const end = performance.now();
    return { ...signed, until: end + REUSED * (end - start) };
  });

  async function sizeOf(asked: number | undefined): Promise<number> {
    const { position } = await log.head();
    if (asked !== undefined && asked > position) {
      throw new Rejection('invalid_parameter', `the log has ${position} events, not ${asked}`);
    }
    return asked ?? position;
  }

  return {
    async checkpoint(events) {
      const { position } = await log.head();
      const least = Math.min(events, position);
      if (!latest || (latest.size < position && performance.now() >= latest.until))
        latest = await sign();
      // One that was under way may have begun before what is asked for was recorded.
      for (let tries = 0; latest.size < least && tries < 2; tries++) latest = await sign();
      return latest.note;
    },
    async inclusion(id, asked) {
      const size = await sizeOf(asked);
      const envelope = (await log.envelopeOf(id)) ?? (await log.envelopeOf(`observation/${id}`));
      if (!envelope) throw new Rejection('not_found', 'there is no event with that id');
      const index = envelope.position - 1;
      if (index >= size) {
        throw new Rejection(
          'invalid_parameter',
          `tree_size: must be more than ${index}, the index of this event`,
        );
      }
      const path = await tree.inclusion(index, size);
      return { envelope, index, leaf: leaf(envelope), size, root: await tree.root(size), path };
    },
    async consistency(from, asked) {
      const to = await sizeOf(asked);
      if (from > to) throw new Rejection('invalid_parameter', `from: must be at most ${to}`);
      const [fromRoot, toRoot] = [await tree.root(from), await tree.root(to)];
      return { from, to, fromRoot, toRoot, path: await tree.consistency(from, to) };
    },
    verify: shared(() => {
      logHandle ??= openSync(logFile, 'r');
      return work.verify({ logFile, logHandle, viewsFile: join(dataDir, 'views.db') });
    }),
    close() {
      if (logHandle !== undefined) closeSync(logHandle);
      // Its number may be another file's by the time somebody closes again.
      logHandle = undefined;
    },
  };
}

/** Whoever asks while it is under way waits for the same. */
function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}
