import { Database } from '../../src/sqlite/database.js';
import type { Turn } from './dataset.js';
import type { Engine } from './engine.js';

/**
 * SQLite's FTS5 alone on the same turns, in memory and stemmed: with the question as it is, and with its words quoted
 * and joined by OR. These are the baselines for the service.
 */
export function ftsEngines(turns: readonly Turn[], k: number): readonly Engine[] {
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
    .prepare<{ expression: string; project: string | null; k: number }, number>(
      `SELECT rowid FROM turns WHERE turns MATCH :expression AND (:project IS NULL OR project = :project)
       ORDER BY rank LIMIT :k`,
    )
    .pluck();

  const engine = (name: string, expression: (question: string) => string): Engine => ({
    name,
    async ask({ text, project }) {
      try {
        const params = { expression: expression(text), project: project ?? null, k };
        const rows = select.all(params);
        return { turns: rows.flatMap((row) => turns[row] ?? []) };
      } catch (error) {
        if (error instanceof Database.SqliteError) return { turns: [], error: error.message };
        throw error;
      }
    },
  });
  return [engine('raw FTS5', (question) => question), engine('plain OR', anyWord)];
}

/** The words between spaces. The tokenizer handles their punctuation. */
function anyWord(question: string): string {
  const words = question.match(/\S+/g) ?? [];
  return words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ');
}
