import { expect, test } from 'vitest';
import { nthClientRef } from '../../src/domain/nthClientRef.js';
import { Name } from '../../src/domain/text.js';

test('the first session has the reference of the agent, and later ones have a number behind it', () => {
  expect(nthClientRef('of-claude', 1)).toBe('of-claude');
  expect(nthClientRef('of-claude', 2)).toBe('of-claude (2)');
  expect(nthClientRef(' of-claude\n', 12)).toBe('of-claude (12)');
});

test.each(['x', '𓀀'])('the vault takes any number behind a long reference of %s', (character) => {
  for (const length of [1, 90, 91, 180, 181, 200, 10_000]) {
    const ref = character.repeat(length);
    expect(Name.safeParse(nthClientRef(ref, 1_000_000)).success).toBe(true);
    expect(nthClientRef(ref, 2)).not.toBe(nthClientRef(`${ref}${character}`, 2));
  }
});
