import type { Note } from '../../../tools/notes/readNotes.js';
import { BIG, type MadeNote, noteMaker } from '../search/noteMaker.js';

/** Bytes of title and content of a generated note: never more, and almost as many. */
export const NOTE_BYTES = 500;
/** Number of notes in a work session. */
export const SESSION = 20;
export const PROJECTS = 200;

/**
 * Returns a generator: its `i`th note is always the same for the same `notes`. A note has 500 bytes, a work session 20
 * notes, and the nth of 200 projects about 1/n of the notes of the largest.
 */
export function recombine(notes: readonly Note[]): (i: number) => MadeNote {
  // Longer than needed; the rest is cut off.
  const noteAt = noteMaker(notes, 1, { shortest: NOTE_BYTES, longest: 2 * NOTE_BYTES });
  const project = projectOf();
  return (i) => {
    const note = noteAt(i);
    const session = Math.floor(i / SESSION);
    const content = cutTo(note.content, NOTE_BYTES - Buffer.byteLength(note.title));
    return { ...note, content, project: project(session) };
  };
}

/** Returns the project of a work session. Consecutive sessions are spread over all projects. */
export function projectOf(): (session: number) => string {
  const weights = Array.from({ length: PROJECTS }, (_, i) => 1 / (i + 1));
  let sum = 0;
  const bounds = weights.map((weight) => {
    sum += weight;
    return sum;
  });
  return (session) => {
    // Each project gets a session, also in a small vault.
    if (session < PROJECTS) return nameOf(session);
    // Multiples of the golden ratio fall evenly between 0 and 1.
    const place = (session * 0.618_033_988_749_895) % 1;
    return nameOf(bounds.findIndex((bound) => place * sum < bound));
  };
}

/** The name of the nth largest project, from 0. */
export const nameOf = (rank: number) => (rank === 0 ? BIG : `project ${rank}`);

/** The longest beginning of a text that fits into `bytes` bytes of UTF-8. */
export function cutTo(text: string, bytes: number): string {
  const cut = Buffer.from(text).subarray(0, bytes).toString();
  // A character that was cut in two decodes to U+FFFD, which is left out.
  return Buffer.byteLength(cut) > bytes || cut.endsWith('\uFFFD')
    ? cut.replace(/\uFFFD+$/, '')
    : cut;
}
