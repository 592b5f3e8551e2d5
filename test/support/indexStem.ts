import { folded, wordsIn } from '../../src/domain/searchWords.js';
import { Database } from '../../src/sqlite/database.js';

const db = new Database(':memory:');
db.exec(`CREATE VIRTUAL TABLE words USING fts5 (word, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M* Co'");
         CREATE VIRTUAL TABLE stems USING fts5vocab (words, instance);`);
const put = db.prepare('INSERT INTO words (rowid, word) VALUES (1, ?)');
const stem = db.prepare<[], string>('SELECT term FROM stems').pluck();
const known = new Map<string, string>();

/** The stem of a word, made by the index itself; of a script without spaces, of its first two characters. */
export function indexStem(word: string): string {
  const found = known.get(word);
  if (found !== undefined) return found;
  put.run(wordsIn(folded(word))[0]);
  const made = stem.get() ?? '';
  db.exec('DELETE FROM words');
  known.set(word, made);
  return made;
}
