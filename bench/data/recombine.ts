import type { Note } from '../../tools/notes/readNotes.js';
import { BIG, type MadeNote, noteMaker } from '../search/noteMaker.js';

/** Bytes of title and content of a made note, at most and nearly. */
export const NOTE_BYTES = 500;
/** Notes of a work session. */
export const SESSION = 20;
export const PROJECTS = 200;

/**
 * Makes the `i`th note of any number of them, always the same for the same notes: 500 bytes, 20 to a work
 * session, in 200 projects of which the nth is about an nth of the largest.
 */
export function recombine(notes: readonly Note[]): (i: number) => MadeNote {
  // More than enough: what does not fit is cut off.
  const noteAt = noteMaker(notes, 1, { shortest: NOTE_BYTES, longest: 2 * NOTE_BYTES });
  const project = projectOf();
  return (i) => {
    const note = noteAt(i);
    const session = Math.floor(i / SESSION);
    const content = cutTo(note.content, NOTE_BYTES - Buffer.byteLength(note.title));
    return { ...note, content, project: project(session) };
  };
}

/** The project of a work session: those that follow each other are spread over all. */
export function projectOf(): (session: number) => string {
  const weights = Array.from({ length: PROJECTS }, (_, i) => 1 / (i + 1));
  let sum = 0;
  const bounds = weights.map((weight) => {
    sum += weight;
    return sum;
  });
  return (session) => {
    // Each has one, however few there are.
    if (session < PROJECTS) return nameOf(session);
    // Multiples of the golden ratio fall evenly between 0 and 1.
    const place = (session * 0.618_033_988_749_895) % 1;
    return nameOf(bounds.findIndex((bound) => place * sum < bound));
  };
}

/** The name of the nth largest project, from 0. */
export const nameOf = (rank: number) => (rank === 0 ? BIG : `project ${rank}`);

/** As much of a text as fits into so many bytes of UTF-8. */
export function cutTo(text: string, bytes: number): string {
  const cut = Buffer.from(text).subarray(0, bytes).toString();
  // A character that was cut through is replaced, and so is left out.
  return Buffer.byteLength(cut) > bytes || cut.endsWith('\uFFFD')
    ? cut.replace(/\uFFFD+$/, '')
    : cut;
}
