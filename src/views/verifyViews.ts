import type { Head } from '../log/eventLog.js';
import { erasesAfter } from '../log/sqlite/erase.js';
import { headOf } from '../log/sqlite/headOf.js';
import { readPage } from '../log/sqlite/readEvents.js';
import type { Report } from '../log/verify/problem.js';
import type { Projection } from '../projections/projection.js';
import type { Sql } from '../sqlite/sqlite.js';
import { applyEvents, type Progress } from './applyEvents.js';
import { damageIn } from './damageIn.js';
import { digestOf, dump } from './digest.js';
import type { OnProgress } from './projector.js';
import { createViews, cursorsOf, sourceOf } from './viewsFile.js';

const PAGE = 1000;
const PART = 'WHERE events.position > ? AND events.position <= ? ORDER BY events.position LIMIT ?';

/**
 * Reports damage of the file of read models, and where they differ from a replay of the log, up to the last event that they have applied: a start
 * applies the later ones. Returns the position of that event; null when nothing was compared, since a later event
 * erased what they still hold. The replay goes into a temporary database without a name, which is gone when closed.
 */
export function verifyViews(
  views: Sql,
  log: Sql,
  projections: readonly Projection[],
  { report, onProgress }: { readonly report: Report; readonly onProgress?: OnProgress | undefined },
): number | null {
  const head = headOf(log);
  const source = sourceOf(views);
  verifySource(source, head, log, report);
  for (const damage of damageIn(views)) report('views', null, `views.db is damaged: ${damage}`);
  const seen = Math.min(source.position, head.position);
  if (erasesAfter(log, seen)) return null;
  const positions = new Map(cursorsOf(views).map(({ name, position }) => [name, position]));
  const comparable = projections.filter(({ name }) => {
    const position = positions.get(name) ?? 0;
    if (position === seen) return true;
    report('views', position, `${name} has applied ${position} of ${seen} events`);
    return false;
  });
  const replayed = createViews('', comparable, head.position);
  try {
    for (const { inBulk } of comparable) if (inBulk) replayed.db.exec(inBulk);
    const stopped = replay(replayed, log, comparable, seen, onProgress);
    for (const { projection, stopped: at } of stopped) {
      if (at) report('views', at.at, `${projection.name} cannot be replayed: ${at.error}`);
    }
    for (const projection of comparable) {
      const [live, expected] = [views, replayed].map((file) => digestOf(dump(file, [projection])));
      if (live === expected && !contradictsItself(views, projection)) continue;
      report('views', null, `${projection.name} does not hold what a replay of the log gives`);
    }
  } finally {
    replayed.db.close();
  }
  return seen;
}

/** Reports read models that are ahead of the log or come from another one: its end was cut off or replaced. */
function verifySource(source: Head, head: Head, log: Sql, report: Report): void {
  const { position, hash } = source;
  if (position === 0) return;
  const found = log.get<{ hash: Buffer }>('SELECT hash FROM events WHERE position = ?', [position]);
  if (found?.hash.equals(hash)) return;
  const lost = position > head.position ? `; the log ends at ${head.position}` : '';
  report('views', position, `the read models were built from a different event ${position}${lost}`);
}

function contradictsItself(views: Sql, { contradictions = [] }: Projection): boolean {
  return contradictions.some((select) => views.get(select) !== undefined);
}

function replay(
  into: Sql,
  log: Sql,
  projections: readonly Projection[],
  upTo: number,
  onProgress?: OnProgress,
): readonly Progress[] {
  const head = headOf(log);
  let progress: readonly Progress[] = projections.map((projection) => ({
    projection,
    position: 0,
  }));
  for (let position = 0; ; ) {
    const events = readPage(log, PART, [position, upTo, PAGE]);
    position = events.at(-1)?.position ?? upTo;
    if (events.length === 0) return progress;
    progress = applyEvents(into, progress, events, { position, hash: head.hash });
    onProgress?.(position, upTo);
  }
}
