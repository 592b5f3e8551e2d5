import { createHash } from 'node:crypto';
import { messageOf } from '../diagnostics/diagnostic.js';
import type { Head } from '../log/eventLog.js';
import { erasesAfter } from '../log/sqlite/erase.js';
import { headOf } from '../log/sqlite/headOf.js';
import { readPage } from '../log/sqlite/readEvents.js';
import type { Report } from '../log/verify/problem.js';
import type { Projection } from '../projections/projection.js';
import { isDamage } from '../sqlite/database.js';
import type { Sql } from '../sqlite/sqlite.js';
import { applyEvents, type Progress } from './applyEvents.js';
import type { OnProgress } from './projector.js';
import { createViews, cursorsOf, isSourceDamaged, sourceOf } from './viewsFile.js';

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
  if (isSourceDamaged(views))
    report('views', null, 'the record of views.db about itself was changed');
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
      report('views', null, `${projection.name} differs from a replay of the log`);
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

/** The content of read models, as one line to compare. */
interface ViewsDigest {
  /** The position that all projections have reached. */
  readonly position: number;
  /** SHA-256 (hex) over all rows of all read models in a fixed order. */
  readonly digest: string;
}

/**
 * Digests the content of read models. Equal content gives equal digests, however the files were built: the pages of the
 * file and FTS5's own tables are left out, since they depend on how many events were applied at a time.
 */
export function digestViews(views: Sql, projections: readonly Projection[]): ViewsDigest {
  return views.db.transaction(() => {
    const digest = digestOf(dump(views, projections));
    const position = Math.min(...cursorsOf(views).map((cursor) => cursor.position));
    return { position, digest };
  })();
}

/** SHA-256 (hex) of lines. Many lines are hashed at a time, since a dump has millions of them. */
function digestOf(lines: Iterable<string>): string {
  const hash = createHash('sha256');
  let text = '';
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length < 65_536) continue;
    hash.update(text);
    text = '';
  }
  return hash.update(text).digest('hex');
}

/** Yields the same content as text, one line per row. */
export function* dump(views: Sql, projections: readonly Projection[]): Generator<string> {
  for (const { name, version, tables, dumps } of projections) {
    yield `# ${name}@${version}`;
    for (const table of Object.keys(tables)) {
      yield `## ${table}`;
      const select = views.db.prepare(dumps?.[table] ?? ordered(views, table)).raw();
      for (const row of select.iterate()) yield JSON.stringify(row);
    }
  }
}

/** Selects all rows in the order of all columns. The first ones are the primary key. */
function ordered(views: Sql, table: string): string {
  const columns = views.db.prepare(`SELECT * FROM ${table}`).columns();
  return `SELECT * FROM ${table} ORDER BY ${columns.map((_, i) => i + 1).join(', ')}`;
}

/** So many are reported of one file. */
const MOST = 10;

/**
 * What SQLite finds wrong with a file of read models, as sentences: pages and rows that cannot be read, indexes that do
 * not fit their tables, a search index that contradicts itself. It reads the whole file once, and writes nothing.
 */
export function damageIn({ db }: Sql): readonly string[] {
  // FTS5 takes part in it since SQLite 3.44 (https://sqlite.org/pragma.html#pragma_integrity_check).
  const rows = db.prepare(`PRAGMA integrity_check(${MOST})`).pluck().all() as string[];
  return [...rows.filter((row) => row !== 'ok'), ...unreadableIndexes(db)];
}

/**
 * Each index that cannot be read although it passed the check above, which takes an empty page of another kind for sound: the
 * first write would find the damage. SQLite reads an index of some rows for their condition alone, which ends its definition.
 */
function unreadableIndexes(db: Sql['db']): readonly string[] {
  const indexes = db.prepare(
    `SELECT t.name AS of, i.name, iif(i.partial, substr(s.sql, instr(s.sql, 'WHERE ')), '') AS condition
     FROM sqlite_schema AS t, pragma_index_list(t.name) AS i LEFT JOIN sqlite_schema AS s ON s.name = i.name
     WHERE t.type = 'table'`,
  );
  type Index = { of: string; name: string; condition: string };
  return (indexes.all() as Index[]).flatMap(({ of, name, condition }) => {
    try {
      db.prepare(`SELECT 1 FROM "${of}" INDEXED BY "${name}" ${condition} LIMIT 1`).all();
      return [];
    } catch (error) {
      if (!isDamage(error)) throw error;
      return [`index ${name}: ${messageOf(error)}`];
    }
  });
}
