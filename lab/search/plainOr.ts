import { Database } from '../../src/sqlite/database.js';
import type { Turn } from './dataset.js';
import type { Engine } from './engine.js';

/**
 * SQLite's FTS5 alone on the same turns, in memory and stemmed, asked for the words of the question joined by OR. The
 * baseline for the service: what it does beyond this has to pay.
 */
export function plainOr(turns: readonly Turn[], k: number): Engine {
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
  return {
    name: 'plain OR',
    async ask({ text, project }) {
      try {
        const params = { expression: anyWord(text), project: project ?? null, k };
        const rows = select.all(params);
        return { turns: rows.flatMap((row) => turns[row] ?? []) };
      } catch (error) {
        if (error instanceof Database.SqliteError) return { turns: [], error: error.message };
        throw error;
      }
    },
  };
}

/** The words between spaces. The tokenizer handles their punctuation. */
function anyWord(question: string): string {
  const words = question.match(/\S+/g) ?? [];
  return words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' OR ');
}
