import { expect, test } from 'vitest';
import { sessionTitle } from '../../../web/kit/sessionTitle.js';

const id = '01KA5ZHQ7R9T1V3X5Z7B9D1F3H';

test.each([
  ['Retry payments', 'Retry payments'],
  ['\n Retry payments \nThen refunds', 'Retry payments'],
  [undefined, 'Session 7B9D1F3H'],
  [' ', 'Session 7B9D1F3H'],
])('a session with the goal %j is called "%s"', (goal, title) => {
  expect(sessionTitle({ id, goal })).toBe(title);
});

test('a long goal is cut, and not within a character', () => {
  expect(sessionTitle({ id, goal: '🙂'.repeat(5000) })).toBe(`${'🙂'.repeat(120)}…`);
});

test.each([
  [{ summary: '## Done\nRetries work.' }, 'Done'],
  [{ goal: ' ', summary: '---\n\n- Retries **work**' }, 'Retries work'],
  [{ summary: null, agent: 'claude-code' }, 'Session of claude-code'],
])('a session without a goal that has %j is called "%s"', (about, title) => {
  expect(sessionTitle({ id, ...about })).toBe(title);
});
