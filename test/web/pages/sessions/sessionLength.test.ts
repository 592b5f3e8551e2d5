import { expect, test } from 'vitest';
import { sessionLength } from '../../../../web/pages/sessions/sessionLength.js';

const started_at = '2026-11-20T10:00:00Z';
const NOW = Date.parse('2026-11-20T12:00:00Z');

test.each([
  ['ended', '2026-11-20T11:30:00Z', '1 h 30 min'],
  ['abandoned', '2026-11-21T10:00:00Z', '24 h'],
  ['active', null, 'for 2 h'],
  ['abandoned', null, undefined],
] as const)('a session that is %s, with the end %s, took %s', (state, ended_at, length) => {
  expect(sessionLength({ state, started_at, ended_at }, NOW)).toBe(length);
});
