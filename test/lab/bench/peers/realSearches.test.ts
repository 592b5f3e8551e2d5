import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { realSearches } from '../../../../lab/bench/peers/realSearches.js';
import { readNotes } from '../../../../tools/notes/readNotes.js';

const FIXTURE = fileURLToPath(new URL('../../../fixtures/notes.ndjson', import.meta.url));
const notes = readNotes(FIXTURE);

test('searches are of many kinds, and their words are in the notes', () => {
  const searches = realSearches(notes, 5);
  const kinds = new Set(searches.map(({ kind }) => kind));
  expect(kinds.size).toBeGreaterThan(5);
  const all = notes.map(({ content }) => content.toLowerCase()).join('\n');
  for (const { q, kind } of searches)
    if (kind === 'a rare word') expect(all.split(q).length).toBe(2);
  for (const { q, kind } of searches)
    if (kind === 'a "phrase"') expect(all).toContain(q.slice(1, -1).toLowerCase());
});

test('the first searches are of all kinds and in all scopes', () => {
  const searches = realSearches(notes, 3);
  const first = searches.slice(0, 8);
  const namesOf = (some: typeof searches) => [
    [...new Set(some.map(({ kind }) => kind))].sort(),
    [...new Set(some.map(({ scope }) => scope))].sort(),
  ];
  expect(namesOf(first)).toEqual(namesOf(searches));
});

test('a kind has no more searches than wanted in each scope, and the same notes give the same', () => {
  const searches = realSearches(notes, 2);
  expect(realSearches(notes, 2)).toEqual(searches);
  const counts = new Map<string, number>();
  for (const { kind } of searches) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  expect(Math.max(...counts.values())).toBeLessThanOrEqual(6);
});
