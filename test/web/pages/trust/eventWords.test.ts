import { expect, test } from 'vitest';
import { CURRENT_SCHEMA, ERASING } from '../../../../src/events/vaultEvent.js';
import { PROBLEM_KINDS } from '../../../../src/log/verify/problem.js';
import { ERASURES, EVENT_GROUPS, wordsFor } from '../../../../web/pages/trust/eventWords.js';
import { PROBLEM_WORDS } from '../../../../web/pages/trust/problemWords.js';

const types = Object.values(EVENT_GROUPS).flatMap((group) => Object.keys(group));

test('every type of event has its words, in one group', () => {
  expect(types.toSorted()).toEqual(Object.keys(CURRENT_SCHEMA).toSorted());
  expect(new Set(types.map(wordsFor)).size).toBe(types.length);
  expect(wordsFor('of.a_newer_release')).toBe('of.a_newer_release');
});

test('erasures are what erases, and what says that many things were erased', () => {
  expect(ERASURES.toSorted()).toEqual([...ERASING, 'vault.purged', 'vault.forgotten'].toSorted());
});

test('every kind of problem is explained', () => {
  expect(Object.keys(PROBLEM_WORDS).toSorted()).toEqual(Object.keys(PROBLEM_KINDS).toSorted());
});
