import { ulidTime } from '../../domain/ulid.js';
import { isKnown } from '../../events/vaultEvent.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { positionOf } from '../sqlite/readEvents.js';
import { inText, shownStream, storedStream } from '../sqlite/storedNames.js';
import { INDEXED, unindexed } from '../sqlite/streamPositions.js';
import { allEvents, PAGE } from './eventRows.js';
import type { Report } from './problem.js';
import { type EnvelopeRow, GENESIS_HASH, leafOf, linkOf } from './rehash.js';
import { guardCheck } from './verifyGuards.js';
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

/**
 * Reads every event with its payload from disk, in order, and reports what is wrong with any of them, with the chain
 * or with the guards made from them. Calls `onLeaf` with the leaf of each event, in order, and `onPage` with the last position
 * of each page.
 */
export function verifyEvents(
  log: Sql,
  report: Report,
  onLeaf: ((leaf: Buffer) => void) | undefined,
  onPage: (position: number) => void,
): WalkedLog {
  const guards = guardCheck(log, report);
  try {
    const kinds = new Set<string>();
    const names = nameCheck(log, report);
    let [events, position, at, hash] = [0, 0, 0, GENESIS_HASH];
    for (const row of allEvents(log)) {
      const leaf = leafOf(row);
      if (row.position !== position + 1)
        report('gap', row.position, `the events between ${position} and it are missing`);
      else if (linkOf(hash, leaf) !== row.hash)
        report('hash', row.position, 'its hash does not match: it or an earlier event was changed');
      if (row.at < at) {
        const detail = `its time ${row.at} is earlier than ${at}, the time of the event before it`;
        report('time', row.position, detail);
      }
      names.see(row);
      verifyPayload(log, row, guards, report);
      kinds.add(`${row.type} ${row.schema}`);
      onLeaf?.(Buffer.from(leaf, 'binary'));
      ({ position, at, hash } = row);
      events += 1;
      if (events % PAGE === 0) onPage(position);
    }
    names.end();
    onPage(position);
    guards.end();
    return { events, position, hash, kinds };
  } finally {
    guards.close();
  }
}

const STREAM = /^[a-z]+\/[0-9A-Za-z]+$/;

/**
 * Checks the names in envelopes: that no id occurs twice, and that no stream begins twice at one time, which the index of
 * streams cannot tell. An id begins with the time of its event, so only events of the same time can have the same. Those of
 * other times are few, if any: see `positionOf`.
 */
function nameCheck(log: Sql, report: Report) {
  let time = 0;
  const [ids, begun] = [new Set<string>(), new Set<string>()];
  const strays = new Map<string, number>();

  function seeId({ id, at, position }: EnvelopeRow): void {
    const own = ulidTime(id);
    if (own === undefined) report('id', position, `its id ${id} is not a ULID`);
    if (ids.has(id) || (strays.size > 0 && strays.has(id)))
      report('id', position, `its id ${id} occurs twice`);
    if (own === at) ids.add(id);
    else strays.set(id, position);
  }

  function seeStream(row: EnvelopeRow): void {
    const { position, stream, version } = row;
    if (!STREAM.test(stream)) report('id', position, `${stream} is not the name of a stream`);
    if (version !== 1) return;
    if (begun.has(stream)) reportVersion(report, row, 1);
    begun.add(stream);
  }

  return {
    /** Call it for each event, in order of position. */
    see(row: EnvelopeRow): void {
      const { position, at, type, schema } = row;
      if (at !== time) for (const names of [ids, begun]) names.clear();
      time = at;
      seeId(row);
      seeStream(row);
      if (!isKnown(type, schema))
        report('kind', position, `this release does not know ${type} events of schema ${schema}`);
    },
    /** Call it after the last event. */
    end(): void {
      for (const [id, position] of strays)
        if ((positionOf(log, id) ?? position) !== position)
          report('id', position, `its id ${id} occurs twice`);
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
  return { position: position ?? 0, stream, version: position === undefined ? 0 : 1 };
}

function reportVersion(report: Report, { position, stream, version }: Event, before: number): void {
  report('version', position, `version ${version} of ${stream} comes after version ${before}`);
}
