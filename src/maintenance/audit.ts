import { closeSync, openSync } from 'node:fs';
import { dataFiles } from '../config/dataFiles.js';
import type { Visibility } from '../domain/caller.js';
import { Rejection } from '../domain/rejection.js';
import { type Envelope, leaf } from '../log/chain.js';
import type { EventLog } from '../log/eventLog.js';
import { logTree } from '../proof/merkleTree.js';
import { formatVerifierKey } from '../proof/signingKey.js';
import { mayReadStream } from '../queries/streamVisibility.js';
import { checkpointKey, type SignedCheckpoint } from './checkpoints.js';
import { type Tiles, tiles } from './tiles.js';
import { noteVerified } from './upkeep.js';
import {
  shared,
  type Verification,
  type VerifyReport,
  type VerifyStep,
  verification,
} from './verification.js';
import type { VerifyJob } from './verify.js';

/** What reads a whole log, on this thread or on another one. */
export interface AuditWork {
  /** As the function `verify`. */
  verify(job: VerifyJob, onStep: (step: VerifyStep) => void): Promise<VerifyReport>;
  /** As the function `signCheckpoint`. */
  signCheckpoint(dataDir: string, elsewhere?: string): Promise<SignedCheckpoint>;
}

/** Proves to others what the log holds. Hashes are as in RFC 6962. */
export interface Audit extends Verification {
  /** A signed checkpoint of at least `events` events, if the log has so many. */
  checkpoint(events: number): Promise<string>;
  /** The public key that checkpoints are verified with, as `name+id+key`. */
  key(): string;
  /**
   * A proof that an event, or the first event of an observation, is in the tree of `size` leaves; by default all.
   * Throws `not_found`, also for what the caller may not see, and `invalid_parameter`.
   */
  inclusion(sees: Visibility, id: string, size: number | undefined): Promise<Inclusion>;
  /** A proof that the tree of `to` leaves, by default all, begins with that of `from`. Throws `invalid_parameter`. */
  consistency(from: number, to: number | undefined): Promise<Consistency>;
  readonly tiles: Tiles;
  /** To be called after the log was closed. */
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

interface Consistency {
  readonly from: number;
  readonly to: number;
  readonly fromRoot: Buffer;
  readonly toRoot: Buffer;
  readonly path: readonly Buffer[];
}

/** Signing reads the whole log, so a checkpoint is reused for ten times as long as it took to make. */
const REUSED = 10;

export function audit(parts: {
  readonly dataDir: string;
  readonly log: EventLog;
  readonly work: AuditWork;
}): Audit {
  const { dataDir, log, work } = parts;
  const logFile = dataFiles({ dataDir }).log;
  let logHandle: number | undefined;
  const tree = logTree(({ from, to }) => log.readLeaves(from, to - from));
  let latest: Awaited<ReturnType<typeof sign>> | undefined;

  const sign = shared(async () => {
    const start = performance.now();
    const signed = await work.signCheckpoint(dataDir);
    const end = performance.now();
    return { ...signed, until: end + REUSED * (end - start) };
  });

  async function sizeOf(size: number | undefined): Promise<number> {
    const { position } = await log.head();
    if (size !== undefined && size > position) {
      throw new Rejection('invalid_parameter', `the log has ${position} events, not ${size}`);
    }
    return size ?? position;
  }

  return {
    async checkpoint(events) {
      const { position } = await log.head();
      const least = Math.min(events, position);
      if (!latest || (latest.size < position && performance.now() >= latest.until))
        latest = await sign();
      // A signing that was running already may have begun before the last of these events.
      for (let tries = 0; latest.size < least && tries < 2; tries++) latest = await sign();
      return latest.note;
    },
    key: () => formatVerifierKey(checkpointKey(dataDir)),
    async inclusion(sees, id, wanted) {
      const size = await sizeOf(wanted);
      const envelope = (await log.envelopeOf(id)) ?? (await log.envelopeOf(`observation/${id}`));
      if (!envelope || !(await mayReadStream(log, envelope.stream, sees))) {
        throw new Rejection('not_found', 'there is no event with that id');
      }
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
    async consistency(from, wanted) {
      const to = await sizeOf(wanted);
      if (from > to) throw new Rejection('invalid_parameter', `from: must be at most ${to}`);
      const [fromRoot, toRoot] = [await tree.root(from), await tree.root(to)];
      return { from, to, fromRoot, toRoot, path: await tree.consistency(from, to) };
    },
    tiles: tiles(log, tree),
    ...verification(async (onStep) => {
      logHandle ??= openSync(logFile, 'r');
      const { views: viewsFile } = dataFiles({ dataDir });
      const report = await work.verify({ logFile, logHandle, viewsFile, dataDir }, onStep);
      noteVerified(dataDir, report);
      return report;
    }),
    close() {
      if (logHandle !== undefined) closeSync(logHandle);
      // The number may belong to another file by the next close.
      logHandle = undefined;
    },
  };
}
