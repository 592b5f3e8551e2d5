import { bySession } from '../../../tools/notes/bySession.js';
import type { Note } from '../../../tools/notes/readNotes.js';

/** Selects at least `wanted` notes, if there are enough: whole sessions, spread evenly over the file, in its order. */
export function wholeSessions(notes: readonly Note[], wanted: number): readonly Note[] {
  const sessions = bySession(notes);
  const every = Math.max(1, Math.floor(notes.length / wanted));
  const kept = new Set<Note>();
  for (let first = 0; first < every; first++) {
    for (let i = first; i < sessions.length && kept.size < wanted; i += every) {
      for (const note of sessions[i]?.notes ?? []) kept.add(note);
    }
  }
  return notes.filter((note) => kept.has(note));
}
