import { createHash } from 'node:crypto';
import type { Projection } from '../projections/projection.js';
import type { Sql } from '../sqlite/sqlite.js';
import { cursorsOf } from './viewsFile.js';

/** What read models hold, as one line to compare. */
export interface ViewsDigest {
  /** The least position that every projection has reached. */
  readonly position: number;
  /** SHA-256 (hex) over all rows of all read models in a fixed order. */
  readonly digest: string;
}

/**
 * Digests the content of read models: equal content, equal digest, however the files came about. File
 * pages and FTS5's own tables do not count, since they depend on how many events were applied at a time.
 */
export function digestViews(views: Sql, projections: readonly Projection[]): ViewsDigest {
  return views.db.transaction(() => {
    const digest = digestOf(dump(views, projections));
    const position = Math.min(...cursorsOf(views).map((checkpoint) => checkpoint.position));
    return { position, digest };
  })();
}

/** SHA-256 (hex) of lines. Hashed many at a time: a dump has millions of them. */
export function digestOf(lines: Iterable<string>): string {
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

/** The same content as text, a row a line. */
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

/** Ordered by every column, which begins with the primary key. */
function ordered(views: Sql, table: string): string {
  const columns = views.db.prepare(`SELECT * FROM ${table}`).columns();
  return `SELECT * FROM ${table} ORDER BY ${columns.map((_, i) => i + 1).join(', ')}`;
}
