import { expect, test } from 'vitest';
import { mappingOf } from '../../../../src/import/columnMapping.js';
import { mapOf } from '../../../../web/pages/import/mapOf.js';

const COLUMNS = ['Summary', 'at', 'body', 'labels', 'prio', 'subject', 'updated_at'];
const GUESSED = mappingOf(COLUMNS);

const becomes = (chosen: Parameters<typeof mapOf>[1]) =>
  Object.fromEntries(
    mappingOf(COLUMNS, mapOf(GUESSED, chosen)).map((use) => [use.column, use.becomes]),
  );

test('without a choice, nothing is said', () => {
  expect(mapOf(GUESSED, new Map())).toEqual([]);
  expect(mapOf(GUESSED, new Map([['prio', 'tag']]))).toEqual([]);
});

test.each([
  [{ prio: 'tags' }, { prio: 'tags', labels: 'tags' }],
  [{ prio: 'left_out' }, { prio: 'left_out', updated_at: 'left_out' }],
  [
    { Summary: 'content', body: 'title' },
    { Summary: 'content', body: 'title' },
  ],
  [
    { subject: 'title', Summary: 'left_out' },
    { subject: 'title', Summary: 'left_out' },
  ],
  [{ at: 'left_out' }, { at: 'left_out' }],
] as const)('the mapping becomes what was chosen: %o', (chosen, expected) => {
  const all = Object.fromEntries(GUESSED.map((use) => [use.column, use.becomes]));
  expect(becomes(new Map(Object.entries(chosen)))).toEqual({ ...all, ...expected });
});
