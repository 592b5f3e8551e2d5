import { isKnown } from '../../events/upcast.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { allEvents } from './allEvents.js';
import { PAGE } from './envelopesAfter.js';
import type { Report } from './problem.js';
import { type EnvelopeRow, GENESIS_HASH, leafOf, linkOf } from './rehash.js';
import { type GuardCheck, guardCheck } from './verifyGuards.js';
import { idCheck } from './verifyIds.js';
import { verifyPayload } from './verifyPayload.js';
import { beginningCheck } from './verifyStreams.js';

/** The end of the log by its events, independent of its head. */
export interface WalkedLog {
  readonly events: number;
  readonly position: number;
  /** In hex. */
  readonly hash: string;
  /** `type schema` of every event. */
  readonly kinds: ReadonlySet<string>;
}

export interface WalkOptions {
  readonly report: Report;
  /** Called with the leaf of each event, in order. */
  readonly onLeaf?: ((leaf: Buffer) => void) | undefined;
  /** Called after each page with its last position. */
  readonly onPage?: ((position: number) => void) | undefined;
}

/**
 * Reads every event with its payload from disk, in order, and reports what is wrong with any of them, with the chain
 * or with the guards made from them.
 */
export function verifyEvents(log: Sql, options: WalkOptions): WalkedLog {
  const guards = guardCheck(log, options.report);
  try {
    const walked = walk(log, guards, options);
    guards.end();
    return walked;
  } finally {
    guards.close();
  }
}

function walk(log: Sql, guards: GuardCheck, { report, onLeaf, onPage }: WalkOptions): WalkedLog {
  const kinds = new Set<string>();
  const ids = idCheck(log, report);
  const seeBeginning = beginningCheck(report);
  let [events, position, at, hash] = [0, 0, 0, GENESIS_HASH];
  for (const row of allEvents(log)) {
    const leaf = leafOf(row);
    if (row.position === position + 1) {
      if (linkOf(hash, leaf) !== row.hash) {
        report('hash', row.position, 'its hash does not match: it or an earlier event was changed');
      }
    } else report('gap', row.position, `the events between ${position} and it are missing`);
    if (row.at < at)
      report(
        'time',
        row.position,
        `its time ${row.at} is earlier than ${at}, the time of the event before it`,
      );
    ids.see(row);
    seeBeginning(row);
    verifyNames(row, report);
    verifyPayload(log, row, guards, report);
    kinds.add(`${row.type} ${row.schema}`);
    onLeaf?.(Buffer.from(leaf, 'binary'));
    ({ position, at, hash } = row);
    events += 1;
    if (events % PAGE === 0) onPage?.(position);
  }
  ids.end();
  onPage?.(position);
  return { events, position, hash, kinds };
}

const STREAM = /^[a-z]+\/[0-9A-Za-z]+$/;

function verifyNames({ position, stream, type, schema }: EnvelopeRow, report: Report): void {
  if (!STREAM.test(stream)) report('id', position, `${stream} is not the name of a stream`);
  if (!isKnown(type, schema)) {
    report('kind', position, `this release does not know ${type} events of schema ${schema}`);
  }
}
