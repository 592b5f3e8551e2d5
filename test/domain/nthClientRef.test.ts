import { expect, test } from 'vitest';
import { clientRef, nthClientRef } from '../../src/domain/clientRef.js';
import { Name } from '../../src/domain/fields.js';
import { canonicalUlid } from '../../src/domain/ulid.js';

test('the first session has the reference of the agent, and later ones have a number behind it', () => {
  expect(nthClientRef('of-claude', 1)).toBe('of-claude');
  expect(nthClientRef('of-claude', 2)).toBe('of-claude (2)');
  expect(nthClientRef(' of-claude\n', 12)).toBe('of-claude (12)');
});

test.each(['x', '𓀀'])('the vault takes any number behind a long reference of %s', (character) => {
  for (const length of [1, 60, 61, 180, 200, 10_000]) {
    const ref = character.repeat(length);
    expect(Name.safeParse(nthClientRef(ref, 1_000_000)).success).toBe(true);
    expect(nthClientRef(ref, 2)).not.toBe(nthClientRef(`${ref}${character}`, 2));
  }
});

test.each([
  'a\0b',
  '\ud800',
  'a\nb',
  'a"b',
  'a\u202eb',
  'password=hunter2',
  '01ARZ3NDEKTSV4RRFFQ69G5FAV',
])(
  'of the reference %j, a model is told a name that the vault takes, and that is the id of no session',
  (ref) => {
    const told = clientRef(ref) ?? '';
    expect(told).toMatch(/^[\da-f]{32}$/);
    expect(canonicalUlid(told)).toBeUndefined();
    expect(clientRef(told)).toBe(told);
    expect(clientRef(`${ref}.`)).not.toBe(told);
  },
);

test('a blank is the reference of no session', () => {
  expect(clientRef(' \n')).toBeUndefined();
  expect(nthClientRef(' ', 2)).toBeUndefined();
});
