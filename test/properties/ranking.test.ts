import { test } from '@fast-check/vitest';
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Visibility } from '../../src/domain/caller.js';
import type { ObservationRow } from '../../src/projections/observationRow.js';
import type { SearchFilters } from '../../src/queries/search/searchScope.js';
import { runs } from '../support/depth.js';
import { type Saved, searchHistory } from '../support/searchHistory.js';

/** Of each rule. */
const RUNS = { numRuns: runs(40, 100) };

/** Words and fillers have the same length: so have texts of as many of them. */
const WORDS = ['anchor', 'bridge', 'cactus', 'dragon', 'falcon', 'garden'] as const;
const FILLERS = ['hammer', 'island', 'jacket', 'kitten', 'lizard', 'mirror'] as const;

const word: fc.Arbitrary<string> = fc.constantFrom(...WORDS, ...FILLERS);
const text = fc.array(word, { minLength: 1, maxLength: 50 }).map((words) => words.join(' '));
const remark = fc.tuple(text, fc.constantFrom('', '?')).map((parts) => parts.join(''));
const asked = fc.subarray<string>([...WORDS], { minLength: 1 });

/** Everything that is found, and why. */
const ALL = { limit: 100, explain: true };

/** Two notes that differ in one word, among others. Both are alone, or in sessions in which the same is said around them. */
const twins = fc.record({
  words: fc.array(word, { minLength: 1, maxLength: 50 }),
  inTitle: fc.boolean(),
  around: fc.option(
    fc.record({
      before: fc.array(remark, { maxLength: 3 }),
      after: fc.array(remark, { maxLength: 3 }),
    }),
  ),
  // Not more than are compared with what stands around them.
  others: fc.array(remark, { maxLength: 6 }),
});
type Twins = typeof twins extends fc.Arbitrary<infer T> ? T : never;

/** The older twin holds `more` at a place where the newer one holds `less`. */
function vaultWith({ words, inTitle, around, others }: Twins, more: string, less: string) {
  const twin = (id: string, one: string): readonly Saved[] => {
    const own = words.with(words.length >> 1, one).join(' ');
    const note = { id, ...(inTitle ? { title: own } : { content: own }) };
    if (!around) return [note];
    const near = (content: string, i: number) => ({ id: `${id} ${i}`, content, session_id: id });
    const before = around.before.map((content, i) => near(content, i));
    const after = around.after.map((content, i) => near(content, i + before.length));
    return [...before, { ...note, session_id: id }, ...after];
  };
  return searchHistory([
    ...others.map((content, i) => ({ id: `other ${i}`, content })),
    ...twin('more', more),
    ...twin('less', less),
  ]);
}

test.prop([twins, asked, fc.constantFrom(...FILLERS)], RUNS)(
  'of two notes that are equal otherwise, the one with one more of the asked words comes first',
  (given, words, filler) => {
    const held = given.words.toSpliced(given.words.length >> 1, 1);
    const more = words.find((one) => !held.includes(one));
    fc.pre(more !== undefined);
    const { hits } = vaultWith(given, more, filler).search(words.join(' '), ALL);
    const found = hits.map(({ id }) => id).filter((id) => id === 'more' || id === 'less');
    expect(found[0]).toBe('more');
  },
);

test.prop([twins, asked, fc.constantFrom(...FILLERS)], RUNS)(
  'a note has no lower score for holding an asked word more often',
  (given, words, filler) => {
    const held = given.words.toSpliced(given.words.length >> 1, 1);
    const more = words.find((one) => held.includes(one));
    fc.pre(more !== undefined);
    const { hits } = vaultWith(given, more, filler).search(words.join(' '), ALL);
    const scoreOf = (wanted: string) =>
      hits.find(({ id }) => id === wanted)?.score ?? expect.fail();
    expect(scoreOf('more')).toBeGreaterThanOrEqual(scoreOf('less'));
  },
);

/** Notes and revisions of several teams and projects in the same few sessions. */
const history = fc.array(
  fc
    .record({
      id: fc.nat({ max: 18 }),
      content: remark,
      title: fc.constantFrom('a note', ...WORDS),
      tags: fc.constantFrom('[]', '["x"]', '["x","anchor"]'),
      type: fc.constantFrom('task', 'decision'),
      session_id: fc.constantFrom(null, 's', 't'),
      project: fc.constantFrom('p', 'q', null),
      team: fc.constantFrom(null, 'alpha', 'beta'),
      author: fc.constantFrom(null, 'ada', 'bob'),
      created_at: fc.integer({ min: 1_700_000_000, max: 1_700_000_009 }),
    })
    .map((note): Saved => ({ ...note, id: `note ${note.id}` })),
  { minLength: 1, maxLength: 24 },
);

/** Words, misspelt words and beginnings, or FTS5 syntax. */
const query = fc.oneof(
  fc
    .array(fc.oneof(word, fc.constantFrom('ancher', 'brigde', 'dra', 'zebra', 'Who', 'x', 'bob')), {
      minLength: 1,
      maxLength: 6,
    })
    .map((words) => words.join(' ')),
  fc.constantFrom('anchor OR drag*', '"falcon"', 'bridge NOT cactus', 'title : garden'),
);

const BETA: Visibility = { kind: 'team', team: 'beta', savers: true };
const ALPHA: Visibility = { kind: 'team', team: 'alpha', savers: true };

test.prop([history, query], RUNS)(
  'behind a wall, a search gives what it would without the other teams',
  (notes, q) => {
    const team = new Map(notes.toReversed().map((note) => [note.id, note.team]));
    for (const sees of [ALPHA, BETA]) {
      const isSeen = ({ id }: Saved) => [null, sees.team].includes(team.get(id) ?? null);
      const withOthers = searchHistory(notes).search(q, { ...ALL, sees });
      expect(withOthers).toEqual(searchHistory(notes.filter(isSeen)).search(q, { ...ALL, sees }));
    }
  },
);

/** Filters, and what they say of a revision that was current. */
const FILTERS: readonly (readonly [SearchFilters, (row: ObservationRow) => boolean])[] = [
  [{ at: 0, project: 'p' }, ({ project }) => project === 'p'],
  [{ at: 0, type: 'decision' }, ({ type }) => type === 'decision'],
  [{ at: 0, author: 'ada' }, ({ author }) => author === 'ada'],
  [{ at: 0, tag: 'x' }, ({ tags }) => tags.includes('"x"')],
  [{ at: 0, team: 'beta' }, ({ team }) => team === 'beta'],
  [{ at: 0, from: 1_700_000_005 }, ({ created_at }) => created_at >= 1_700_000_005],
  [{ at: 0, to: 1_700_000_005 }, ({ created_at }) => created_at <= 1_700_000_005],
  [
    { at: 0, project: 'q', type: 'task' },
    ({ project, type }) => project === 'q' && type === 'task',
  ],
  [{ at: 0, as_of: 9 }, ({ position }) => position <= 9],
];

test.prop(
  [history, fc.array(word, { minLength: 1, maxLength: 6 }), fc.constantFrom(...FILTERS)],
  RUNS,
)(
  'notes outside the filters are not found, and lend no word to those inside',
  (notes, words, [filters, fits]) => {
    const { search, rows } = searchHistory(notes);
    const now = filters.as_of ?? rows.length;
    const inside = rows.filter(
      (row) => fits(row) && row.position <= now && (row.until === null || row.until > now),
    );
    const holding = (one: string) =>
      inside.filter(({ title, content, tags }) => `${title} ${content} ${tags}`.includes(one));
    for (const { id, explain } of search(words.join(' '), { ...ALL, filters }).hits) {
      const row = inside.find((one) => one.id === id) ?? expect.fail(`${id} is outside`);
      const near = inside.filter(
        (one) => one !== row && one.session_id !== null && one.session_id === row.session_id,
      );
      const { words: scored } = explain ?? expect.fail();
      for (const { word, in_note, around } of scored) {
        expect(in_note > 0).toBe(holding(word).includes(row));
        if (around > 0) expect(near.some((one) => holding(word).includes(one))).toBe(true);
      }
    }
  },
);

test.prop([history, query], RUNS)('the score of a hit is the sum that explains it', (notes, q) => {
  for (const { score, explain } of searchHistory(notes).search(q, ALL).hits) {
    const { words, factor, all_words } = explain ?? expect.fail();
    const sum = words.reduce((total, { in_note, around }) => total + in_note + around, 0);
    // Each number is rounded to three digits.
    const rounding = 0.0005 * (2 * words.length + 1 + sum + 2);
    expect(Math.abs(sum * factor + all_words - score)).toBeLessThanOrEqual(rounding);
    expect(score).toBe(Number(score.toFixed(3)));
  }
});

test.prop([history, query, fc.integer({ min: 1, max: 7 })], RUNS)(
  'pages neither repeat nor skip hits, scores never increase along them, and the same search gives the same again',
  (notes, q, limit) => {
    const { search } = searchHistory(notes);
    const { hits, reading } = search(q, ALL);
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const pages = Array.from({ length: Math.ceil(hits.length / limit) + 1 }, (_, i) =>
      search(q, { ...ALL, limit, offset: i * limit }),
    );
    expect(pages.flatMap((page) => page.hits)).toEqual(hits);
    expect(searchHistory(notes).search(q, ALL)).toEqual({ hits, reading });
  },
);
