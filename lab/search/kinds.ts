import { folded, wordsIn } from '../../src/domain/searchWords.js';
import { STOP_WORDS, stemOf } from '../../src/domain/wordForms.js';
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
  const stems = new Map(turns.map((turn) => [turn, stemsOf(textOf(turn))]));
  return new Map(
    dataset.questions.map(({ id, type, text, sessions, turns: evidence }) => {
      const answers =
        level === 'turn' ? [...evidence] : turns.filter(({ sessionId }) => sessions.has(sessionId));
      const asked = [...stemsOf(text)];
      const shares = answers.map((turn) => {
        const held = stems.get(turn);
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

/** The stems of a text, as search reads it. */
const stemsOf = (text: string): ReadonlySet<string> =>
  new Set(
    wordsIn(folded(text))
      .filter((word) => !STOP_WORDS.has(word))
      .map(stemOf),
  );
