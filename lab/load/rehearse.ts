import type { ImportObservation } from 'memory-vault-client';
import type { Client } from '../../tools/client.js';
import type { Note } from '../../tools/notes/readNotes.js';
import { isRedactionOf } from './isRedactionOf.js';

/** A note after the privacy filter has changed it. */
export interface Filtered {
  readonly title: string;
  readonly content: string;
  readonly tags: readonly string[];
  /** Number of replaced finds. */
  readonly redactions: number;
}

export interface Rehearsal {
  /** The notes that the filter changes, and only those. */
  readonly filtered: ReadonlyMap<Note, Filtered>;
  /** One line for each note that the service would refuse, or change in any other way. */
  readonly problems: readonly string[];
}

const BATCH = 250;

/**
 * A dry run of all notes, which stores nothing. Before anything is written, it reports which notes would be refused and
 * which ones the privacy filter changes. Only the changed text is taken from the service, and only if it equals that of
 * the file except for `[REDACTED]` and `[PRIVATE]`; all other expectations come from the file.
 */
export async function rehearse({ vault }: Client, notes: readonly Note[]): Promise<Rehearsal> {
  const filtered = new Map<Note, Filtered>();
  const problems: string[] = [];
  for (let start = 0; start < notes.length; start += BATCH) {
    const batch = notes.slice(start, start + BATCH);
    const { data } = await vault.POST('/api/v1/observations/batch', { body: batch.map(dryRun) });
    for (const [i, note] of batch.entries()) {
      const result = data.results[i];
      if (!result || !('observation' in result)) {
        const error = result && 'error' in result ? result.error : 'the dry run says nothing';
        problems.push(`line ${note.line}: ${error}`);
      } else if (result.redactions.length > 0) {
        const { observation, redactions } = result;
        const count = redactions.reduce((sum, find) => sum + find.count, 0);
        filtered.set(note, { ...observation, redactions: count });
        if (isRedactionOf(observation, note)) continue;
        problems.push(`line ${note.line}: the privacy filter changed more than it marked`);
      }
    }
  }
  return { filtered, problems };
}

function dryRun({ title, content, type, tags, project, author }: Note): ImportObservation {
  // The cast leaves it to the service to refuse an unknown type.
  const known = type as ImportObservation['type'];
  return { title, content, type: known, tags, project, author, dry_run: true };
}

/** The sources of the compared text, in one line. */
export function filterSentence({ filtered }: Rehearsal): string {
  if (filtered.size === 0) return 'The privacy filter changed no note: all texts are the file’s.';
  return (
    `The privacy filter changed ${filtered.size} of the notes: they are compared with what a dry run made of ` +
    'them, which is the file’s text but for the markers. All other texts are the file’s.'
  );
}
