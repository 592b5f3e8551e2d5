import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { expect } from 'vitest';
import { EVERYTHING, maySee, type Visibility } from '../../../src/domain/caller.js';
import type { ObservationRow } from '../../../src/projections/observationRow.js';
import { findNewest } from '../../../src/queries/search/findNewest.js';
import type { SearchFilters } from '../../../src/queries/search/searchScope.js';
import { searchViews } from '../../support/searchViews.js';

const note = fc.record({
  created_at: fc.nat({ max: 6 }),
  project: fc.constantFrom('p', 'q', null),
  type: fc.constantFrom('task', 'decision'),
  team: fc.constantFrom('alpha', 'beta', null),
  author: fc.constantFrom('ada', 'bob', null),
  tags: fc.subarray(['t', 'u']),
  revised: fc.option(fc.record({ tags: fc.subarray(['t', 'u']) })),
});
type Note = typeof note extends fc.Arbitrary<infer T> ? T : never;

const filter = fc.oneof<fc.Arbitrary<Omit<SearchFilters, 'at'>>[]>(
  fc.record({ project: fc.constantFrom('p', 'q') }),
  fc.record({ type: fc.constantFrom('task', 'decision') }),
  fc.record({ team: fc.constant('alpha') }),
  fc.record({ author: fc.constant('ada') }),
  fc.record({ tag: fc.constantFrom('t', 'none') }),
  fc.record({ from: fc.nat({ max: 6 }) }),
  fc.record({ to: fc.nat({ max: 6 }) }),
  fc.record({ as_of: fc.nat({ max: 40 }) }),
);
/** Few at a time, so that there are pages. */
const filters = fc
  .array(filter, { maxLength: 3 })
  .map((given): Omit<SearchFilters, 'at'> => Object.assign({}, ...given));
const sees = fc.constantFrom<Visibility[]>(EVERYTHING, {
  kind: 'team',
  team: 'alpha',
  savers: true,
});

/** Rows of notes, of which the revised ones get their second row after all others. */
function rowsOf(notes: readonly Note[]): Partial<ObservationRow>[] {
  let position = notes.length;
  const saved = notes.map(({ revised, tags, ...rest }, i) => ({
    ...rest,
    first: i + 1,
    position: i + 1,
    revision: 1,
    tags: JSON.stringify(tags),
    id: `${i}`,
    until: null as number | null,
  }));
  const revisions = notes.flatMap(({ revised }, i) => {
    const row = saved[i];
    if (!revised || !row) return [];
    position += 1;
    row.until = position;
    return [{ ...row, position, revision: 2, until: null, tags: JSON.stringify(revised.tags) }];
  });
  return [...saved, ...revisions];
}

function matches(
  row: ObservationRow,
  sees: Visibility,
  filters: Omit<SearchFilters, 'at'>,
): boolean {
  const { from = 0, to = 99, tag, as_of = 99, ...same } = filters;
  const isCurrent = row.position <= as_of && (row.until === null || row.until > as_of);
  const names = Object.entries(same) as [keyof ObservationRow, unknown][];
  return (
    isCurrent &&
    maySee(sees, row.team) &&
    row.created_at >= from &&
    row.created_at <= to &&
    (tag === undefined || JSON.parse(row.tags).includes(tag)) &&
    names.every(([name, value]) => value === undefined || row[name] === value)
  );
}

test.prop([
  fc.array(note, { maxLength: 20 }),
  filters,
  sees,
  fc.integer({ min: 1, max: 4 }),
  fc.constantFrom(0, 1, 3, 5000),
])(
  'pages hold exactly what the filters and the wall let through, in order, however many rows are tried before the index is asked',
  (notes, filters, sees, limit, most) => {
    const { views, rows } = searchViews(rowsOf(notes));
    const expected = rows
      .filter((row) => matches(row, sees, filters))
      .sort((a, b) => b.created_at - a.created_at || b.first - a.first)
      .map(({ position }) => position);
    const found: number[] = [];
    for (let after: ReturnType<typeof findNewest>[number] | undefined; ; ) {
      const page = findNewest(views, { sees, filters: { at: 0, ...filters }, after, limit }, most);
      found.push(...page.map(({ position }) => position));
      after = page.at(-1);
      if (page.length < limit || found.length > rows.length) break;
    }
    expect(found).toEqual(expected);
    views.db.close();
  },
);
