import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTime, parseTime } from '../../src/domain/time.js';

test.each([
  ['2026-01-31T12:00:00Z', Date.UTC(2026, 0, 31, 12)],
  ['2026-01-31t12:00:00z', Date.UTC(2026, 0, 31, 12)],
  ['2026-01-31 12:00:00Z', Date.UTC(2026, 0, 31, 12)],
  ['2026-01-31T12:00:00.5Z', Date.UTC(2026, 0, 31, 12, 0, 0, 500)],
  ['2026-01-31T12:00:00.123456789Z', Date.UTC(2026, 0, 31, 12, 0, 0, 123)],
  ['2026-01-31T12:00:00+05:30', Date.UTC(2026, 0, 31, 6, 30)],
  ['2026-01-31T12:00:00-00:00', Date.UTC(2026, 0, 31, 12)],
  ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
  ['2016-12-31T23:59:60Z', Date.UTC(2017, 0, 1)],
])('%s is a time', (text, ms) => {
  expect(parseTime(text)).toBe(ms);
});

test.each([
  'yesterday',
  '',
  '2026-01-31',
  '2026-01-31T12:00:00',
  '2026-02-30T12:00:00Z',
  '2026-13-01T12:00:00Z',
  '2026-01-31T24:01:00Z',
  '2026-01-31T24:00:00Z',
  '9999-12-31T23:59:59-01:00',
  '0000-01-01T00:00:00+01:00',
  '2026-01-31T12:60:00Z',
  '2026-01-31T12:00:61Z',
  '2026-01-31T12:00:00+25:00',
  '+02026-01-31T12:00:00Z',
])('%s is no time', (text) => {
  expect(parseTime(text)).toBeUndefined();
});

test('formatting and parsing a time gives the same second', () => {
  const seconds = fc.integer({ min: -62_000_000_000, max: 253_000_000_000 });
  fc.assert(
    fc.property(seconds, (s) => {
      expect(parseTime(formatTime(s))).toBe(s * 1000);
    }),
  );
});

test('no text makes parsing throw', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseTime(text)));
});
