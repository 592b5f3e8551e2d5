import { expect, test } from 'vitest';
import { dayBefore, daysIn, momentsOf } from '../../../../web/pages/changes/between.js';

const NOW = new Date('2026-11-20T09:30:00').getTime();

test('the days are those of the address, by default the last week', () => {
  expect(daysIn(new URLSearchParams(), NOW)).toEqual({ from: '2026-11-13', to: '' });
  expect(dayBefore(0, NOW)).toBe('2026-11-20');
  const named = new URLSearchParams('from=2026-10-01&to=2026-10-31');
  expect(daysIn(named, NOW)).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  const wrong = new URLSearchParams('from=yesterday&to=2026-99-99');
  expect(daysIn(wrong, NOW)).toEqual({ from: '2026-11-13', to: '' });
});

test('they are compared from the beginning of the first to the end of the last', () => {
  const iso = (text: string) => new Date(text).toISOString();
  expect(momentsOf({ from: '2026-10-01', to: '2026-10-01' })).toEqual({
    from: iso('2026-10-01T00:00:00'),
    to: iso('2026-10-01T23:59:59.999'),
  });
  expect(momentsOf({ from: '2026-10-01', to: '' })).toEqual({ from: iso('2026-10-01T00:00:00') });
  expect(momentsOf({ from: '2026-10-02', to: '2026-10-01' })).toBeUndefined();
});
