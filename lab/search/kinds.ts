import { STOP_WORDS } from '../../src/queries/search/words.js';
import { Database } from '../../src/sqlite/database.js';
import { median } from '../../tools/percentile.js';
import type { Turn } from './dialogues.js';
import type { Level } from './figures.js';
import type { Dataset } from './questions.js';

/** Bytes of title and content from which on a note is long: a decision with its reasons is, a remark is not. */
const LONG = 500;
/** The share of a question's words from which on it is asked in the words of the note. */
const SAME = 0.6;

/** The parts of a set, by the notes that answer and by the words of the question. */
export const KINDS = ['short notes', 'long notes', 'same words', 'other words'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * The two kinds of each question, by its id: the notes that answer it (their median length), and its words: those that
 * its type says, else by the share of its words, without stop words and compared by stem, that the answering note holds
 * which holds most of them. Where sessions have to be found, all of their turns answer.
 */
export function kindsOf(dataset: Dataset, level: Level): ReadonlyMap<string, readonly Kind[]> {
  const turns = dataset.dialogues.flatMap((dialogue) => dialogue.turns);
  const asking = dataset.questions.map(({ text }) => withoutStopWords(text));
  const stems = stemsOf([...turns.map(textOf), ...asking]);
  const placeOf = new Map(turns.map((turn, i) => [turn, i]));
  return new Map(
    dataset.questions.map(({ id, type, sessions, turns: evidence }, i) => {
      const answers =
        level === 'turn' ? [...evidence] : turns.filter(({ sessionId }) => sessions.has(sessionId));
      const asked = [...(stems[turns.length + i] ?? [])];
      const shares = answers.map((turn) => {
        const held = stems[placeOf.get(turn) ?? -1];
        return asked.filter((word) => held?.has(word)).length / asked.length;
      });
      const isLong = median(answers.map((turn) => Buffer.byteLength(textOf(turn)))) >= LONG;
      const isSame = /^(same|shared|other) words$/.test(type)
        ? type !== 'other words'
        : Math.max(...shares) >= SAME;
      return [id, [isLong ? 'long notes' : 'short notes', isSame ? 'same words' : 'other words']];
    }),
  );
}

const textOf = ({ title, text }: Turn) => `${title}\n${text}`;

const withoutStopWords = (text: string) =>
  text.replace(/\p{L}+/gu, (word) => (STOP_WORDS.has(word.toLowerCase()) ? '' : word));

/** A run of letters of a script without spaces. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}ー]{2,}/gu;

/** The stems of each text, as FTS5 sees them; of a script without spaces, each two characters that follow one another. */
function stemsOf(texts: readonly string[]): readonly ReadonlySet<string>[] {
  const db = new Database(':memory:');
  db.exec(`CREATE VIRTUAL TABLE texts USING fts5 (text, tokenize = 'porter unicode61');
    CREATE VIRTUAL TABLE words USING fts5vocab (texts, instance)`);
  const insert = db.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)');
  const stems = texts.map(() => new Set<string>());
  db.transaction(() => {
    for (const [i, text] of texts.entries()) {
      const pairs = (run: string) =>
        [...run].map((character, at, all) => character + (all[at + 1] ?? '')).slice(0, -1);
      insert.run(
        i,
        text.replace(UNSPACED, (run) => ` ${pairs(run).join(' ')} `),
      );
    }
  })();
  const rows = db.prepare<[], { term: string; doc: number }>('SELECT term, doc FROM words');
  for (const { term, doc } of rows.iterate()) stems[doc]?.add(term);
  return stems;
}
