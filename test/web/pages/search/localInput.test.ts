import { expect, test } from 'vitest';
import { isPosition, localInputOf } from '../../../../web/pages/search/localInput.js';

test('a moment is shown in the time zone of the reader, and read back as the same', () => {
  const at = '2026-11-23T20:45:10.000Z';
  expect(new Date(localInputOf(at)).toISOString()).toBe(at);
});

test('a position in the log, and what is no time, leave the field empty', () => {
  expect(localInputOf('28401')).toBe('');
  expect(localInputOf('yesterday')).toBe('');
  expect(localInputOf(undefined)).toBe('');
  expect(isPosition('28401')).toBe(true);
  expect(isPosition('2026-11-23T20:45:10Z')).toBe(false);
});
