import type { Loaded } from './loadNotes.js';
import type { Rehearsal } from './rehearse.js';

/** What a load did, in a line. */
export function loadSentence({ stored, deduplicated, sessions, seconds }: Loaded): string {
  const rate = Math.round((stored + deduplicated) / seconds);
  return (
    `${stored} notes stored and ${deduplicated} already there, in ${sessions.size} sessions ` +
    `and ${seconds.toFixed(1)} s: ${rate} notes/s`
  );
}

/** Where the text that is compared comes from, in a line. */
export function filterSentence({ filtered }: Rehearsal): string {
  if (filtered.size === 0) return 'The privacy filter changed no note: all texts are the file’s.';
  return (
    `The privacy filter changed ${filtered.size} of the notes: they are compared with what a dry run made of ` +
    'them, which is the file’s text but for the markers. All other texts are the file’s.'
  );
}
