import type { Observation } from 'memory-vault-client';
import type { Comparison } from './comparison.js';
import { countBy } from './countBy.js';
import type { Expectation } from './expectation.js';
import type { ExpectedNote } from './expectedNotes.js';
import { groupBy } from './groupBy.js';

/**
 * All of `/timeline/{project}` against the file. Sessions are loaded side by side, so notes of the same second
 * may come in any order, except that a session's own keep theirs: that is compared, exactly.
 */
export function checkTimeline(
  timeline: readonly Observation[],
  project: string,
  { notes: all, sessions, dayOf }: Expectation,
  compare: Comparison,
): void {
  const notes = all.filter((note) => note.project === project);
  compare.value('timeline: number', project, notes.length, timeline.length);
  const shown = timeline.map(({ created_at }) => created_at);
  const times = notes.flatMap(({ created_at }) => created_at ?? []);
  // Times that the service set are only known to be in order.
  const expected = times.length > 0 ? times.sort() : [...shown].sort();
  compare.list('timeline: created_at, oldest first', project, expected, shown);
  const days = countBy(notes, ({ created_at }) => dayOf(created_at));
  const shownDays = countBy(timeline, ({ created_at }) => dayOf(created_at));
  compare.counts('timeline: by day', project, days, shownDays);
  const titles = countBy(notes, ({ title }) => title);
  const shownTitles = countBy(timeline, ({ title }) => title);
  compare.counts('timeline: titles', project, titles, shownTitles);

  const what = 'timeline: notes of a session in order';
  const bySession = groupBy(notes, ({ session }) => session);
  const shownBySession = groupBy(timeline, ({ session_id }) => nameOf(session_id));
  for (const name of new Set([...bySession.keys(), ...shownBySession.keys()])) {
    const inOrder = byTime(bySession.get(name) ?? []).map(textOf);
    const shownInOrder = (shownBySession.get(name) ?? []).map(textOf);
    compare.list(what, `${project} ${name}`, inOrder, shownInOrder);
  }

  function nameOf(id: string | null): string {
    return sessions.get(id ?? '')?.name ?? 'no session of the file';
  }
}

/** Stable: notes of one second keep the file's order. */
function byTime(notes: readonly ExpectedNote[]): readonly ExpectedNote[] {
  const timeOf = ({ created_at = '' }: ExpectedNote) => created_at;
  return notes.toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : 0));
}

/** All of a note but its time, which is compared separately. */
function textOf({ title, content, type, tags, author }: ExpectedNote | Observation): string {
  return JSON.stringify([title, content, type, tags, author]);
}
