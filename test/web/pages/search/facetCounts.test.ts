import { expect, test } from 'vitest';
import { facetCounts } from '../../../../web/pages/search/facetCounts.js';

const note = (project: string | undefined, ...tags: string[]) =>
  ({ type: 'bugfix', project, author: undefined, tags }) as const;

test('values are counted among the hits, the most frequent first, equals in the order of the alphabet', () => {
  const hits = [note('b', 'x', 'y'), note('a', 'x'), note('b'), note(undefined)];
  expect(facetCounts(hits.map(({ tags, ...rest }) => ({ ...rest, tags: [...tags] })))).toEqual({
    type: [{ value: 'bugfix', count: 4 }],
    project: [
      { value: 'b', count: 2 },
      { value: 'a', count: 1 },
    ],
    author: [],
    tag: [
      { value: 'x', count: 2 },
      { value: 'y', count: 1 },
    ],
  });
});
