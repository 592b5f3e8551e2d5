import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EVERYTHING } from '../../../src/domain/caller.js';
import { projectKey } from '../../../src/domain/names.js';
import { countFacets } from '../../../src/queries/search/facets.js';
import type { Search } from '../../../src/queries/search/parse.js';
import type { SearchHit } from '../../../src/queries/search/searchHit.js';
import { testClient } from '../../support/client.js';
import { rowOf, searchViews } from '../../support/searchViews.js';
import { testApp } from '../../support/testApp.js';

type Notes = Parameters<typeof searchViews>[0];

function vaultOf(notes: Notes) {
  const { views, search } = searchViews(notes);
  const facetsOf = (q: string, filters: Search['filters'] = { at: 0 }, most?: number) =>
    countFacets(views, { sees: EVERYTHING, q, filters, limit: 0, offset: 0, snippet: false }, most);
  return { facetsOf, search };
}

test('facets count all notes that a search finds, the most frequent values first', () => {
  const month = Date.parse('2026-11-05T00:00:00Z') / 1000;
  const { facetsOf } = vaultOf([
    ...Array.from({ length: 30 }, (_, i) => ({
      title: `otter ${i}`,
      project: i < 12 ? 'Checkout' : 'checkout',
      created_at: month,
      tags: i % 2 === 0 ? '["even","all"]' : '["all"]',
      author: i < 5 ? 'ada' : null,
    })),
    { title: 'beaver', type: 'decision', created_at: month - 10 * 86_400 },
    { title: 'heron' },
  ]);
  expect(facetsOf('otter beaver')).toEqual({
    facets: {
      type: [
        { value: 'task', count: 30 },
        { value: 'decision', count: 1 },
      ],
      project: [{ value: 'checkout', count: 30 }],
      author: [{ value: 'ada', count: 5 }],
      tag: [
        { value: 'all', count: 30 },
        { value: 'even', count: 15 },
      ],
      month: [
        { value: '2026-11', count: 30 },
        { value: '2026-10', count: 1 },
      ],
    },
    counted: 31,
    complete: true,
  });
  expect(facetsOf('otter NOT 3').counted).toBe(29);
  expect(facetsOf('otter', { at: 0, author: 'ada' }).counted).toBe(5);
  expect(facetsOf('nothing at all').counted).toBe(0);
});

test('notes with one of the words are counted beside many that have all', () => {
  const { facetsOf } = vaultOf(
    Array.from({ length: 90 }, (_, i) => ({ title: i < 80 ? 'otter beaver' : 'otter' })),
  );
  expect(facetsOf('otter beaver').counted).toBe(90);
});

test('of more matches than are counted, facets count the newest', () => {
  const { facetsOf } = vaultOf(
    Array.from({ length: 1010 }, (_, i) => ({ title: 'otter', author: i < 10 ? 'ada' : 'bob' })),
  );
  const newest = {
    facets: { author: [{ value: 'bob', count: 1000 }] },
    counted: 1000,
    complete: false,
  };
  const everybody = [
    { value: 'bob', count: 1000 },
    { value: 'ada', count: 10 },
  ];
  for (const q of ['otter', '']) {
    expect(facetsOf(q, { at: 0 }, 1000)).toMatchObject(newest);
    expect(facetsOf(q)).toMatchObject({ facets: { author: everybody }, complete: true });
  }
});

test('older notes are not counted once the newer ones have 8 Mi characters of tags', () => {
  const tags = JSON.stringify(Array.from({ length: 10 }, (_, i) => `${i}`.repeat(1000)));
  const { facetsOf } = vaultOf(Array.from({ length: 1100 }, () => ({ title: 'otter', tags })));
  expect(facetsOf('otter')).toMatchObject({ counted: 1000, complete: false });
});

test('without words, facets count all that the filters let through', () => {
  const { facetsOf } = vaultOf(
    [
      { title: 'otter', author: 'ada' },
      { title: 'heron', author: 'ada', until: 4 },
      { title: 'beaver', author: 'bob' },
      { title: 'heron', author: 'bob' },
    ].map((note, i) => rowOf(note, i + 1)),
  );
  const authors = (filters: Partial<Search['filters']>) =>
    facetsOf('', { at: 0, ...filters }).facets.author.map(
      ({ value, count }) => `${value} ${count}`,
    );
  expect(authors({})).toEqual(['bob 2', 'ada 1']);
  expect(authors({ author: 'bob' })).toEqual(['bob 2']);
  expect(authors({ as_of: 3 })).toEqual(['ada 2', 'bob 1']);
  expect(authors({ from: 1_700_000_002 })).toEqual(['bob 2']);
  expect(authors({ author: 'ada', to: 1_700_000_000 })).toEqual([]);
});

test('a facet has its 20 most frequent values', () => {
  const { facetsOf } = vaultOf(
    Array.from({ length: 90 }, (_, i) => ({ title: 'otter', author: `author ${i % 40}` })),
  );
  const { author } = facetsOf('otter').facets;
  expect(author.map(({ count }) => count)).toEqual([...Array(10).fill(3), ...Array(10).fill(2)]);
});

const NOTE = fc.record({
  title: fc.constantFrom('otter', 'otter beaver', 'the otters of a beaver', 'heron', 'heron otter'),
  project: fc.constantFrom(null, 'Checkout', 'checkout', 'ledger'),
  author: fc.constantFrom(null, 'ada', 'bob'),
  type: fc.constantFrom('task', 'decision', 'bugfix'),
  tags: fc.subarray(['a', 'b', 'c']).map((tags) => JSON.stringify(tags)),
  created_at: fc.integer({ min: 1_790_000_000, max: 1_800_000_000 }),
  isReplaced: fc.boolean(),
});
const FILTERS = fc.record(
  {
    project: fc.constantFrom('CHECKOUT', 'ledger'),
    author: fc.constant('ada'),
    tag: fc.constant('a'),
    from: fc.constant(1_795_000_000),
    as_of: fc.integer({ min: 1, max: 120 }),
  },
  { requiredKeys: [] },
);
const QUERIES = [
  'otter',
  'otter beaver',
  'heron OR beaver',
  'ott*',
  'which otter saw the beaver look for herons',
];

function countsOf(values: readonly string[]) {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

test('facets count what the pages of a search hold', () => {
  const property = fc.property(
    fc.array(NOTE, { maxLength: 120 }),
    fc.constantFrom(...QUERIES, 'ottre', 'hero', 'otter NOT heron'),
    FILTERS,
    (notes, q, given) => {
      const filters = { at: 0, ...given };
      const { facetsOf, search } = vaultOf(
        notes.map(({ isReplaced, ...note }, i) =>
          rowOf({ ...note, until: isReplaced ? notes.length + 1 : null }, i + 1),
        ),
      );
      const hits: SearchHit[] = [];
      for (let page = search(q, { filters }).hits; page.length > 0; ) {
        hits.push(...page);
        page = search(q, { filters, offset: hits.length }).hits;
      }
      const { facets, counted, complete } = facetsOf(q, filters);
      expect([counted, complete]).toEqual([hits.length, true]);
      const found = {
        type: hits.map(({ type }) => type),
        project: hits.flatMap(({ project }) => project ?? []),
        author: hits.flatMap(({ author }) => author ?? []),
        tag: hits.flatMap(({ tags }) => tags),
        month: hits.map(({ created_at }) => created_at.slice(0, 7)),
      };
      for (const facet of ['type', 'project', 'author', 'tag', 'month'] as const) {
        const keyOf = (value: string) => (facet === 'project' ? projectKey(value) : value);
        const counts = facets[facet].map(({ value, count }) => [keyOf(value), count]);
        expect(Object.fromEntries(counts)).toEqual(countsOf(found[facet].map(keyOf)));
      }
    },
  );
  fc.assert(property, { numRuns: 30 });
});

test('what was revised or forgotten is not counted as it was', async () => {
  const client = await testClient(await testApp());
  const counted = async (more = '') => {
    const answer = await client.call('GET', `/api/v1/search/facets?q=otter${more}`);
    const { counted, facets } = answer.json();
    return [counted, facets.type];
  };
  const save = async (title: string) => {
    const payload = { type: 'task', title, content: title };
    return (await client.call('POST', '/api/v1/observations', { payload })).json().id;
  };
  const [first, second] = [await save('otter one'), await save('otter two')];
  const tasks = [{ value: 'task', count: 2 }];
  expect(await counted()).toEqual([2, tasks]);
  const revise = (id: string, payload: object) =>
    client.call('PATCH', `/api/v1/observations/${id}`, { payload });
  await revise(first, { type: 'decision' });
  await revise(second, { title: 'beaver', content: 'beaver' });
  expect(await counted()).toEqual([1, [{ value: 'decision', count: 1 }]]);
  expect(await counted('&as_of=2')).toEqual([2, tasks]);
  await client.call('DELETE', `/api/v1/observations/${first}`);
  expect(await counted()).toEqual([0, []]);
  expect(await counted('&as_of=2')).toEqual([1, [{ value: 'task', count: 1 }]]);
});

test('a query is blank or left out: the first is refused, the second counts everything', async () => {
  const client = await testClient(await testApp());
  const answer = await client.call('GET', '/api/v1/search/facets?q=%20');
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid_query']);
  const payload = { type: 'task', title: 'otter', content: 'otter' };
  await client.call('POST', '/api/v1/observations', { payload });
  expect((await client.call('GET', '/api/v1/search/facets')).json().counted).toBe(1);
});
