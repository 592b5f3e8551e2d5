import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { expect } from 'vitest';
import { EVERYTHING, maySee, type Visibility } from '../../src/domain/caller.js';
import { getActivity } from '../../src/queries/stats.js';
import { searchViews } from '../support/searchViews.js';

const DAY = 86_400;
const TODAY = 20_000 * DAY;

const note = fc.record({
  project: fc.constantFrom(null, 'p', 'P', 'q'),
  team: fc.constantFrom(null, 'alpha', 'beta'),
  // Some share a second, and some are older or newer than what is asked for.
  created_at: fc.integer({ min: -9, max: 9 }).map((eighths) => TODAY + (eighths * DAY) / 8),
  revisions: fc.nat({ max: 2 }),
});
const sees = fc.constantFrom<Visibility[]>(EVERYTHING, {
  kind: 'team',
  team: 'alpha',
  savers: true,
});

test.prop([
  fc.array(note, { maxLength: 30 }),
  sees,
  fc.constantFrom(undefined, 'p', 'q', 'nobody'),
  fc.integer({ min: 1, max: 2 }),
])('each day has the notes that the caller may see, each once', (given, sees, project, days) => {
  let position = 0;
  const rows = given.flatMap(({ revisions, ...about }) => {
    const first = position + 1;
    return Array.from({ length: revisions + 1 }, (_, i) => {
      position += 1;
      const until = i === revisions ? null : position + 1;
      return { ...about, id: `note ${first}`, first, position, revision: i + 1, until };
    });
  });
  const expected = new Map<number, number>();
  for (const { created_at, ...about } of given) {
    const day = Math.floor(created_at / DAY);
    const isOurs = project === undefined || about.project?.toLowerCase() === project;
    const isAsked = day <= TODAY / DAY && day > TODAY / DAY - days;
    if (isOurs && isAsked && maySee(sees, about.team ?? undefined)) {
      expected.set(day, (expected.get(day) ?? 0) + 1);
    }
  }
  const { views } = searchViews(rows);
  const request = { project, days, now: (TODAY + 5) * 1000 };
  expect(getActivity(views, sees, request)).toEqual(
    [...expected]
      .sort(([one], [other]) => one - other)
      .map(([day, count]) => ({
        date: new Date(day * DAY * 1000).toISOString().slice(0, 10),
        count,
      })),
  );
  views.db.close();
});
