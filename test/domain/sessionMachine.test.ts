import { expect, test } from 'vitest';
import { nextSessionState } from '../../src/domain/sessionMachine.js';
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
  expect(nextSessionState(state, event)).toBe(next);
  expect(stateAfter(state, event)).toBe(next);
});
