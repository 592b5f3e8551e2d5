import type { Note } from './readNotes.js';

/** A work session of the file: its notes in the file's order, never empty. */
export interface FileSession {
  readonly name: string;
  /** Those of its first note. */
  readonly project: string;
  readonly author: string;
  readonly notes: readonly Note[];
}

/** The notes gathered by `session`, in order of each session's first note. */
export function bySession(notes: readonly Note[]): readonly FileSession[] {
  const sessions = new Map<string, FileSession & { readonly notes: Note[] }>();
  for (const note of notes) {
    const { session: name, project, author } = note;
    const session = sessions.get(name);
    if (session) session.notes.push(note);
    else sessions.set(name, { name, project, author, notes: [note] });
  }
  return [...sessions.values()];
}
