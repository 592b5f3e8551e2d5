import { expect, test } from 'vitest';
import { stateAfter } from '../../src/domain/sessionStates.js';

test.each([
  ['active', 'session.goal_set', 'active'],
  ['abandoned', 'session.goal_set', 'abandoned'],
  ['ended', 'session.goal_set', undefined],
  ['active', 'session.abandoned', 'abandoned'],
  ['active', 'session.ended', 'ended'],
  ['abandoned', 'session.ended', 'ended'],
  ['abandoned', 'session.abandoned', undefined],
  ['ended', 'session.ended', undefined],
  ['ended', 'session.abandoned', undefined],
] as const)('%s + %s = %s', (state, event, next) => {
  expect(stateAfter(state, event)).toBe(next);
});
