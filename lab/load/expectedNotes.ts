import type { Note } from '../../tools/notes/readNotes.js';
import type { Filtered } from './rehearse.js';

/** A note as the vault should hold it. */
export interface ExpectedNote {
  readonly project: string;
  readonly type: string;
  readonly title: string;
  readonly content: string;
  readonly tags: readonly string[];
  readonly author: string;
  readonly session: string;
  /** `YYYY-MM-DDTHH:MM:SSZ`, or undefined when the service sets it. */
  readonly created_at: string | undefined;
  /** Finds of the privacy filter in it. */
  readonly redactions: number;
}

/**
 * What a vault should hold of a file: trimmed, title and content in NFC, in whole seconds of UTC, and the same
 * type, title, content and project only once in a session. In the file's order.
 */
export function expectedNotes(
  notes: readonly Note[],
  filtered: ReadonlyMap<Note, Filtered>,
  keepsTimes: boolean,
): readonly ExpectedNote[] {
  const seen = new Set<string>();
  return notes
    .map((note): ExpectedNote => {
      const change = filtered.get(note);
      return {
        project: note.project.trim(),
        type: note.type,
        title: change?.title ?? note.title.trim().normalize('NFC'),
        content: change?.content ?? note.content.trim().normalize('NFC'),
        tags: change?.tags ?? [...new Set(note.tags.map((tag) => tag.trim()))],
        author: note.author.trim(),
        session: note.session,
        created_at: keepsTimes ? wholeSeconds(note.at) : undefined,
        redactions: change?.redactions ?? 0,
      };
    })
    .filter(({ session, type, title, content, project }) => {
      const key = JSON.stringify([session, type, title, content, project]);
      return !seen.has(key) && seen.add(key);
    });
}

function wholeSeconds(at: string): string {
  return `${new Date(Date.parse(at)).toISOString().slice(0, 19)}Z`;
}
