import type { Client } from '../../tools/client.js';
import type { Comparison } from './comparison.js';
import { countBy } from './countBy.js';
import type { Expectation } from './expectation.js';

const TAGS = 10;

/** `/summary/{project}` against the file. */
export async function checkSummary(
  { vault }: Client,
  project: string,
  expectation: Expectation,
  compare: Comparison,
): Promise<void> {
  const params = { path: { project } };
  const { data: summary } = await vault.GET('/api/v1/summary/{project}', { params });
  const { dayOf } = expectation;
  const notes = expectation.notes.filter((note) => note.project === project);
  const sessions = [...expectation.sessions.values()].filter(
    (session) => session.project.trim() === project,
  );
  const total = (what: string, expected: number, actual: number) =>
    compare.value(`summary: ${what}`, project, expected, actual);
  total('observations_total', notes.length, summary.observations_total);
  total('sessions_total', sessions.length, summary.sessions_total);
  total('sessions_active', 0, summary.sessions_active);
  const byType = countBy(notes, (note) => note.type);
  compare.counts('summary: by_type', project, byType, summary.by_type);
  const byAuthor = countBy(notes, (note) => note.author);
  compare.counts('summary: by_author', project, byAuthor, summary.by_author);

  const times = notes.map((note) => note.created_at).sort();
  const [first, last] = [times[0], times.at(-1)];
  // Times that the service set are known only to the day.
  const shown = (at: string | null) => (first === undefined ? dayOf(at ?? '') : at);
  compare.value('summary: first_at', project, first ?? 'today', shown(summary.first_at));
  compare.value('summary: last_at', project, last ?? 'today', shown(summary.last_at));

  // Equally frequent tags may come in any order, and at the end of the list any of them may be left out.
  const tags = countBy(
    notes.flatMap((note) => note.tags),
    (tag) => tag,
  );
  const most = Object.values(tags).sort((a, b) => b - a);
  const shownCounts = summary.top_tags.map(({ count }) => count);
  compare.list('summary: top_tags', `${project} counts`, most.slice(0, TAGS), shownCounts);
  const shownTags = summary.top_tags.map(({ tag }) => tag);
  compare.value('summary: top_tags', project, shownTags.length, new Set(shownTags).size);
  for (const { tag, count } of summary.top_tags) {
    compare.value('summary: top_tags', `${project} ${tag}`, tags[tag] ?? 0, count);
  }
}
