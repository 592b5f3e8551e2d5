import { ulidTime } from '../../domain/ulid.js';
import { isKnown } from '../../events/vaultEvent.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { positionOf } from '../sqlite/readEvents.js';
import { inText, shownStream, storedStream } from '../sqlite/storedNames.js';
import { INDEXED, unindexed } from '../sqlite/streamPositions.js';
import { allEvents, PAGE } from './eventRows.js';
import type { Report } from './problem.js';
import { type EnvelopeRow, GENESIS_HASH, leafOf, linkOf } from './rehash.js';
import { type GuardCheck, guardCheck } from './verifyGuards.js';
import { verifyPayload } from './verifyPayload.js';

/** The end of the log by its events, independent of its head. */
export interface WalkedLog {
  readonly events: number;
  readonly position: number;
  /** In hex. */
  readonly hash: string;
  /** `type schema` of every event. */
  readonly kinds: ReadonlySet<string>;
}

interface WalkOptions {
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

/** Checks that no id of an event occurs twice. */
interface IdCheck {
  /** Call it for each event, in order of position. */
  see(event: EnvelopeRow): void;
  /** Call it after the last event. */
  end(): void;
}

/**
 * An id begins with the time of its event, so only events of the same time can have the same. Those of other times are
 * few, if any: see `positionOf`.
 */
function idCheck(log: Sql, report: Report): IdCheck {
  let time = 0;
  const together = new Set<string>();
  const strays = new Map<string, number>();
  return {
    see({ id, at, position }) {
      if (at !== time) together.clear();
      time = at;
      const own = ulidTime(id);
      if (own === undefined) report('id', position, `its id ${id} is not a ULID`);
      const isStray = own !== at;
      if (together.has(id) || (strays.size > 0 && strays.has(id)))
        report('id', position, `its id ${id} occurs twice`);
      if (isStray) strays.set(id, position);
      else together.add(id);
    },
    end() {
      for (const [id, position] of strays) {
        if ((positionOf(log, id) ?? position) !== position)
          report('id', position, `its id ${id} occurs twice`);
      }
    },
  };
}

type Event = Pick<EnvelopeRow, 'position' | 'stream' | 'version'>;

const ROWS = `SELECT position, ${inText('events.stream')} AS stream, version FROM ${INDEXED}
  ORDER BY events.stream, version`;

/** Reports streams whose versions are not 1, 2, 3 … in order of position, as far as the index of streams has them. */
export function verifyStreams(log: Sql, report: Report): void {
  let before: Event = { position: 0, stream: '', version: 0 };
  for (const row of log.db.prepare<[], Event>(ROWS).iterate()) {
    const event = { ...row, stream: shownStream(row.stream) };
    if (event.stream !== before.stream) before = startOf(log, event.stream);
    if (event.version !== before.version + 1 || event.position < before.position)
      reportVersion(report, event, before.version);
    before = event;
  }
}

/** The first event of a stream where the index lacks it; else something before that. */
function startOf(log: Sql, stream: string): Event {
  const position = unindexed(log, storedStream(stream));
  return position === undefined
    ? { position: 0, stream, version: 0 }
    : { position, stream, version: 1 };
}

/** Reports streams that begin twice at one time, where the index has neither. To be called for each event, in order. */
function beginningCheck(report: Report): (event: Event & { readonly at: number }) => void {
  let time = 0;
  const begun = new Set<string>();
  return ({ at, ...event }) => {
    if (at !== time) begun.clear();
    time = at;
    if (event.version !== 1) return;
    if (begun.has(event.stream)) reportVersion(report, event, 1);
    begun.add(event.stream);
  };
}

function reportVersion(report: Report, { position, stream, version }: Event, before: number): void {
  report('version', position, `version ${version} of ${stream} comes after version ${before}`);
}
