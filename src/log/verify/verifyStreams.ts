import type { Sql } from '../../sqlite/sqlite.js';
import { inText, shownStream, storedStream } from '../sqlite/storedNames.js';
import { INDEXED, unindexed } from '../sqlite/streamPositions.js';
import type { Report } from './problem.js';
import type { EnvelopeRow } from './rehash.js';

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
export function beginningCheck(report: Report): (event: Event & { readonly at: number }) => void {
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
