import { Database } from '../../src/sqlite/database.js';
import { groupBy } from '../load/groupBy.js';
import type { Turn } from './dialogues.js';
import { type Engine, HITS } from './figures.js';

/**
 * SQLite's FTS5 alone on the same turns, in memory and stemmed, asked for the words of the question joined by OR, and
 * ranked by its bm25 (k1 1.2, b 0.75). The baseline for search: what it does beyond this has to pay.
 */
export function plainOr(turns: readonly Turn[]): Engine {
  const db = new Database(':memory:');
  db.exec(`CREATE VIRTUAL TABLE turns USING fts5 (
    title, content, project UNINDEXED, tokenize = 'porter unicode61'
  )`);
  const insert = db.prepare(
    'INSERT INTO turns (rowid, title, content, project) VALUES (?, ?, ?, ?)',
  );
  db.transaction(() => {
    for (const [i, { title, text, project }] of turns.entries()) {
      insert.run(i, title, text, project);
    }
  })();
  const select = db
    .prepare<{ expression: string; project: string | null }, number>(
      `SELECT rowid FROM turns WHERE turns MATCH :expression AND (:project IS NULL OR project = :project)
       ORDER BY rank LIMIT ${HITS}`,
    )
    .pluck();
  return async ({ text, project }) => {
    const rows = select.all({ expression: anyWord(text), project: project ?? null });
    return rows.flatMap((row) => turns[row] ?? []);
  };
}

/**
 * Plain OR where the average length of a note and the weights of the words are those of the project that is asked,
 * because each project has an index of its own. A question about the whole vault is asked as in plain OR.
 */
export function plainOrByProject(turns: readonly Turn[]): Engine {
  const whole = plainOr(turns);
  const projects = new Map(
    [...groupBy(turns, ({ project }) => project)].map(([name, own]) => [name, plainOr(own)]),
  );
  return async (question) => {
    const { project } = question;
    if (project === undefined) return whole(question);
    return projects.get(project)?.(question) ?? [];
  };
}

/** The words between spaces. The tokenizer handles their punctuation. */
function anyWord(question: string): string {
  const words = question.match(/\S+/g) ?? [];
  return words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ');
}
