import type { Observation } from 'memory-vault-client';
import { suspicionOf } from '../../src/domain/suspect.js';
import type { Client } from '../../tools/client.js';
import type { Comparison } from './comparison.js';
import { countBy } from './countBy.js';
import type { Expectation } from './expectation.js';
import { groupBy } from './groupBy.js';

const NEWEST = 100;

/**
 * `/context/{project}` against the file: times in order and the titles of each time. When not all notes of the oldest
 * second shown fit, any of them may be left out; but all notes must be the last ones of the timeline. A context leaves
 * out notes that speak to the model that reads them.
 */
export async function checkContext(
  { vault }: Client,
  project: string,
  timeline: readonly Observation[],
  expectation: Expectation,
  compare: Comparison,
): Promise<void> {
  const params = { path: { project }, query: { limit: NEWEST } };
  const { data: shown } = await vault.GET('/api/v1/context/{project}', { params });
  const notes = expectation.notes.filter(
    (note) => note.project === project && suspicionOf(note) === null,
  );
  compare.value('context: number', project, Math.min(NEWEST, notes.length), shown.length);
  const given = timeline.filter(({ suspect }) => suspect === undefined);
  const ends = given.slice(-NEWEST).toReversed();
  compare.list('context: the timeline backwards', project, ends.map(idOf), shown.map(idOf));

  // Times that the service set are not in the file.
  const times = notes.flatMap(({ created_at }) => created_at ?? []);
  if (times.length === 0) return;
  const newest = times.sort().toReversed().slice(0, NEWEST);
  compare.list('context: created_at, newest first', project, newest, shown.map(timeOf));
  const oldest = newest.at(-1);
  const byTime = groupBy(notes, (note) => note.created_at ?? '');
  for (const [at, group] of groupBy(shown, timeOf)) {
    const titles = countBy(byTime.get(at) ?? [], titleOf);
    for (const [title, count] of Object.entries(countBy(group, titleOf))) {
      const expected = titles[title] ?? 0;
      const fits = at === oldest ? Math.min(expected, count) : expected;
      compare.value('context: titles', `${project} ${at} ${title}`, fits, count);
    }
  }
}

const idOf = ({ id }: Observation) => id;
const timeOf = ({ created_at }: Observation) => created_at;
const titleOf = ({ title }: { title: string }) => title;
