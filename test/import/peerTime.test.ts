import { expect, test } from 'vitest';
import { peerTime } from '../../src/import/peerRows.js';

const AT = Date.parse('2026-11-22T11:09:43Z');

test.each([
  ["SQLite's datetime('now')", '2026-11-22 11:09:43', AT],
  ["SQLite's strftime with fractions", '2026-11-22 11:09:43.250', AT + 250],
  ['RFC 3339', '2026-11-22T11:09:43Z', AT],
  ['RFC 3339 with an offset', '2026-11-22T13:09:43.5+02:00', AT + 500],
  ["Python's isoformat without a zone", '2026-11-22T11:09:43.250999', AT + 250],
  ["Python's isoformat with a zone", '2026-11-22 11:09:43+00:00', AT],
  ['what Go writes of a time', '2026-11-22 11:09:43.25 +0000 UTC', AT + 250],
  ['what Go writes of a time of now', '2026-11-22 13:09:43 +0200 CEST m=+0.01', AT],
  ['a day', '2026-11-22', Date.parse('2026-11-22T00:00:00Z')],
  ['no seconds', '2026-11-22 11:09', Date.parse('2026-11-22T11:09:00Z')],
  ['seconds', AT / 1000, AT],
  ['seconds with a fraction', AT / 1000 + 0.25, AT + 250],
  ['milliseconds', AT, AT],
  ['microseconds', AT * 1000 + 1, AT],
  ['nanoseconds', AT * 1e6, AT],
  ['seconds as text', String(AT / 1000), AT],
  ['blanks around it', ' 2026-11-22 11:09:43\n', AT],
])('%s is a time', (_, value, ms) => {
  expect(peerTime(value)).toBe(ms);
});

test.each([
  null,
  undefined,
  '',
  'yesterday',
  '2026-02-30',
  '2026-11-22 25:00:00',
  '22.11.2026',
  true,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  -1,
  0,
  '1969-12-31 23:59:59',
  {},
  '9'.repeat(30),
  9e30,
])('%j is no time', (value) => {
  expect(peerTime(value)).toBeUndefined();
});
