import { contentHash } from '../../../src/domain/hash.js';
import { ulids } from '../../../src/domain/ids.js';
import { toSeconds } from '../../../src/domain/time.js';
import type { VaultEvent } from '../../../src/events/vaultEvent.js';
import { allProjections } from '../../../src/projections/allProjections.js';
import type { Projection } from '../../../src/projections/projection.js';
import { openSqlite } from '../../../src/sqlite/sqlite.js';
import { applyEvents } from '../../../src/views/applyEvents.js';
import { sourceOf } from '../../../src/views/viewsFile.js';
import { percentile } from '../../../tools/percentile.js';
import { digits, table } from '../../../tools/table.js';
import type { MadeNote } from './noteMaker.js';
import { vouched } from './passThrough.js';
import { withoutSearch } from './withoutSearch.js';

/** Events per transaction: a single save, and as many as sixteen connections share. */
const TOGETHER = [1, 16];
const TRANSACTIONS = 1000;
/** Transactions with and without the index alternate, so that both see the same file. */
const TURN = 50;

/**
 * Times applying a save to the read models, with and without the search index. Writes events into the file that are in
 * no log, so the file cannot be used afterwards.
 */
export function indexCost(
  file: string,
  noteAt: (i: number) => MadeNote,
  signal: AbortSignal,
): string {
  const views = openSqlite(file, 'NORMAL');
  const ids = ulids();
  let position = sourceOf(views).position;
  const next = () => {
    position += 1;
    return eventOf(noteAt(position - 1), position, ids(Date.now()));
  };
  const apply = (projections: readonly Projection[], count: number) => {
    const progress = projections.map((projection) => ({ projection, position }));
    const events = Array.from({ length: count }, next);
    const head = { position, hash: Buffer.alloc(32) };
    const start = performance.now();
    const after = applyEvents(views, progress, events, head);
    const milliseconds = performance.now() - start;
    const stopped = after.find((one) => one.stopped)?.stopped;
    if (stopped) throw new Error(`event ${stopped.at} could not be applied: ${stopped.error}`);
    return milliseconds;
  };

  try {
    const rows = TOGETHER.map((count) => {
      const sides = [
        { projections: allProjections, times: [] as number[] },
        { projections: withoutSearch(allProjections), times: [] as number[] },
      ];
      for (let turn = 0; turn < TRANSACTIONS / TURN; turn += 1) {
        signal.throwIfAborted();
        for (const { projections, times } of sides) {
          for (let i = 0; i < TURN; i += 1) times.push(apply(projections, count));
        }
      }
      const [indexed = [], plain = []] = sides.map(({ times }) => times.sort((a, b) => a - b));
      const each = (times: readonly number[]) =>
        times.reduce((sum, time) => sum + time, 0) / times.length / count;
      return [
        String(count),
        ...[each(indexed), percentile(indexed, 50), percentile(indexed, 99)].map(digits),
        ...[each(plain), percentile(plain, 50), percentile(plain, 99)].map(digits),
        digits(each(indexed) - each(plain)),
      ];
    });
    return table(HEAD, rows);
  } finally {
    views.db.close();
  }
}

const HEAD = [
  'saves together',
  'indexed: ms/save',
  'p50 ms',
  'p99 ms',
  'without: ms/save',
  'p50 ms',
  'p99 ms',
  'index: ms/save',
];

function eventOf(note: MadeNote, position: number, id: string): VaultEvent {
  const { type, session_id, created_at } = note;
  const at = Date.parse(created_at);
  const [project, author] = [vouched(note.project), vouched(note.author)];
  const [title, content, tags] = [
    vouched(note.title),
    vouched(note.content),
    note.tags.map(vouched),
  ];
  return {
    position,
    id,
    at,
    type: 'observation.saved',
    stream: `observation/${id}`,
    version: 1,
    meta: { actor: 'bench' },
    data: {
      id,
      type,
      project,
      author,
      session_id,
      title,
      content,
      tags,
      content_hash: contentHash({ type, title, content, project }),
      created_at: toSeconds(at),
      redactions: [],
    },
  };
}
