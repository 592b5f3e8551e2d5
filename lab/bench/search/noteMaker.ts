import type { ObservationType } from '../../../src/domain/observation.js';
import { OBSERVATION_TYPES } from '../../../src/domain/observationTypes.js';
import type { Note } from '../../../tools/notes/readNotes.js';

/** A note made of sentences from other notes. */
export interface MadeNote {
  readonly title: string;
  readonly content: string;
  readonly type: ObservationType;
  readonly tags: readonly string[];
  readonly project: string;
  readonly author: string;
  readonly session_id: string;
  /** RFC 3339. */
  readonly created_at: string;
  /** A word and a hash in the content that no other note has. */
  readonly word: string;
  readonly hash: string;
}

/** The project with a tenth of all notes. */
export const BIG = 'the big project';

const SESSION = 10;
const PROJECT = 1000;
/** Length of a content, in characters. */
const LENGTH = { shortest: 360, longest: 480 };
/** A letter for each hexadecimal digit. */
const LETTERS = 'bcdfghjklmnprtvz';
const START = Date.parse('2020-01-01T00:00:00Z');

/**
 * Returns a generator: its `i`th note is always the same for the same `notes`. A work session has 10 notes; a tenth of
 * all notes is in one big project, the others are in `size / 1000` small ones. A content has `shortest` to `longest`
 * characters.
 */
export function noteMaker(
  notes: readonly Note[],
  size: number,
  { shortest, longest } = LENGTH,
): (i: number) => MadeNote {
  const sentences = notes.flatMap(({ content }) => sentencesOf(content));
  const tags = [...new Set(notes.flatMap((note) => note.tags))];
  const small = Math.max(1, Math.floor(size / PROJECT));
  return (i) => {
    const random = randomFrom(i);
    const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)];
    const hash = ((Math.imul(i, 2_654_435_761) >>> 0) + 0x1_0000_0000).toString(16).slice(1);
    const word = hash.replace(/./g, (digit) => LETTERS[Number.parseInt(digit, 16)] ?? '');
    let content = `For ${word}, commit ${hash}.`;
    while (content.length < shortest) content += ` ${pick(sentences) ?? 'And so on.'}`;
    const session = Math.floor(i / SESSION);
    const tenth = Math.floor(session / 10);
    return {
      title: pick(notes)?.title ?? word,
      content: content.slice(0, longest).toWellFormed(),
      type: pick(OBSERVATION_TYPES) ?? 'context',
      tags: [pick(tags), pick(tags)].filter((tag) => tag !== undefined),
      project: session % 10 === 0 ? BIG : `project ${(session - tenth - 1) % small}`,
      author: pick(notes)?.author ?? 'ada',
      // A ULID may consist of digits alone.
      session_id: `01${String(session).padStart(24, '0')}`,
      created_at: new Date(START + i * 60_000).toISOString(),
      word,
      hash,
    };
  };
}

/** Sentences and lines, from a few words to a few lines long. */
function sentencesOf(text: string): readonly string[] {
  const parts = text.split(/(?<=[.!?])\s+|\n+/).map((part) => part.trim());
  return parts.filter(({ length }) => length >= 20 && length <= 200);
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e37_79b1);
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
