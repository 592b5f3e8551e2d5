import { createHash } from 'node:crypto';
import { spacedScripts } from '../domain/spacedScripts.js';
import type { ObservationRow } from './observationRow.js';
import type { View } from './projection.js';
import { searchMeta } from './searchMeta.js';

/**
 * Two contentless indexes whose row ids are those of `observations`: one of stems, for ranking, and one
 * of words as written, because a prefix of a word is often no prefix of its stem. `search_queue` holds
 * what is to be indexed before the transaction ends.
 */
export const SEARCH_TABLES = {
  observations_fts: `
    CREATE VIRTUAL TABLE observations_fts USING fts5 (
      title, content, tags, meta, ctx, scope,
      content = '',
      tokenize = 'porter unicode61 remove_diacritics 2'
    );
    CREATE VIRTUAL TABLE observations_fts_terms USING fts5vocab (observations_fts, instance);`,
  observations_exact: `
    CREATE VIRTUAL TABLE observations_exact USING fts5 (
      title, content, tags, scope,
      content = '', tokenize = 'unicode61'
    );
    CREATE VIRTUAL TABLE observations_exact_terms USING fts5vocab (observations_exact, instance);`,
  // Always empty: a query that parses here is FTS5 syntax and names no other column.
  search_trial: 'CREATE VIRTUAL TABLE search_trial USING fts5 (title, content, tags);',
  search_queue: `
    CREATE TABLE search_queue (
      position INTEGER PRIMARY KEY,
      indexed  INTEGER NOT NULL
    ) STRICT;`,
};

/**
 * FTS5's own tables differ by how many rows were inserted at a time; its terms do not, nor do the totals
 * (record 1) from which ranks are made.
 */
export const SEARCH_DUMPS = {
  observations_fts: contentOf('observations_fts'),
  observations_exact: contentOf('observations_exact'),
};

function contentOf(table: string): string {
  return `SELECT hex(block), 0, '', 0 FROM ${table}_data WHERE id = 1 UNION ALL
    SELECT * FROM (SELECT term, doc, col, "offset" FROM ${table}_terms
                   ORDER BY term, doc, col, "offset")`;
}

/** How much of a neighbour in the same session counts as an observation's context. */
const CONTEXT_CHARS = 400;

/** Queues a new observation, and the one before it in its session, whose context it is part of. */
export function queueForIndex(view: View, position: number, sessionId: string | null): void {
  view.run('INSERT INTO search_queue VALUES (?, 0)', [position]);
  if (sessionId === null) return;
  // By order and limit: `max()` would walk the whole session with every save.
  view.run(
    `INSERT INTO search_queue
     SELECT position, 1 FROM observations WHERE session_id = ? AND position < ?
     ORDER BY position DESC LIMIT 1 ON CONFLICT DO NOTHING`,
    [sessionId, position],
  );
}

/** From the queue to the rows: joined the other way round, every save would read the whole vault. */
const QUEUED = `SELECT o.*, indexed FROM search_queue CROSS JOIN observations AS o USING (position)
                ORDER BY position`;

const STEMS = 'rowid, title, content, tags, meta, ctx, scope';
const PUT_STEMS = `INSERT INTO observations_fts (${STEMS}) VALUES (?, ?, ?, ?, ?, ?, ?)`;
const TAKE_STEMS = `INSERT INTO observations_fts (observations_fts, ${STEMS})
                    VALUES ('delete', ?, ?, ?, ?, ?, ?, ?)`;
const PUT_EXACT = `INSERT INTO observations_exact (rowid, title, content, tags, scope)
                   VALUES (?, ?, ?, ?, ?)`;

/**
 * Indexes what is queued, each observation once and in order: FTS5 flushes whenever order breaks. What is
 * taken out has to be told exactly as it was put in: the same but for what comes after, since until now
 * nothing did.
 */
export function indexQueued(view: View): void {
  const queued = view.all<ObservationRow & { indexed: number }>(QUEUED);
  for (const row of queued) {
    const { position, title, content } = row;
    // The column holds an array of strings, as the handler wrote it.
    const tags = (JSON.parse(row.tags) as string[]).join('\n');
    const scope = scopeOf(row);
    const said = [position, title, content, tags];
    const meta = searchMeta(row, tags);
    if (row.indexed) {
      view.run(TAKE_STEMS, [...said, meta, contextOf(view, row, { next: false }), scope]);
    } else {
      view.run(PUT_EXACT, [...said, scope]);
    }
    view.run(PUT_STEMS, [...said, meta, contextOf(view, row, { next: true }), scope]);
  }
  if (queued.length > 0) view.run('DELETE FROM search_queue');
}

/** What was said around it: the two observations before it in its session, and the one after. */
function contextOf(
  view: View,
  { session_id, position }: ObservationRow,
  { next }: { next: boolean },
): string {
  if (session_id === null) return '';
  const neighbours = view.all<{ text: string }>(
    `SELECT substr(content, 1, ${CONTEXT_CHARS}) AS text FROM (
       SELECT * FROM (SELECT position, content FROM observations
         WHERE session_id = :session AND position < :position ORDER BY position DESC LIMIT 2)
       UNION ALL
       SELECT * FROM (SELECT position, content FROM observations
         WHERE session_id = :session AND position > :position ORDER BY position LIMIT :next)
     ) ORDER BY position`,
    { session: session_id, position, next: next ? 1 : 0 },
  );
  const text = neighbours.map((neighbour) => neighbour.text).join('\n');
  return [text, ...spacedScripts(text)].join('\n');
}

/** The scope of an observation: a token for its project and one for its type. */
function scopeOf({ project, type }: ObservationRow): string {
  return project === null ? typeToken(type) : `${projectToken(project)} ${typeToken(type)}`;
}

/** One word of the index for a project, whatever its name is made of. */
export function projectToken(project: string): string {
  return `p${createHash('sha256').update(project).digest('hex').slice(0, 24)}`;
}

/** One word of the index for a type. */
export function typeToken(type: string): string {
  return `t${type}`;
}
