import { createHash } from 'node:crypto';
import type { Projection } from '../projections/projection.js';
import type { Sql } from '../sqlite/sqlite.js';
import { cursorsOf } from './viewsFile.js';

/** The content of read models, as one line to compare. */
export interface ViewsDigest {
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
