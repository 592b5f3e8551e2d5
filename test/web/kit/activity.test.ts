import { expect, test } from 'vitest';
import { activityOf } from '../../../web/kit/activity.js';

/** A Friday. */
const NOW = Date.parse('2026-11-20T10:00:00Z');

test('a year ends with today, and each day lies in the row of its weekday', () => {
  const { days, weeks } = activityOf([], NOW);
  expect(days).toHaveLength(365);
  expect(days[0]).toMatchObject({ date: '2025-11-21', week: 0, weekday: 4 });
  expect(days.at(-1)).toMatchObject({ date: '2026-11-20', week: weeks - 1, weekday: 4 });
  expect(days.filter(({ weekday }) => weekday === 0)[0]).toMatchObject({
    date: '2025-11-24',
    week: 1,
  });
});

test('each month is named at the week in which it begins', () => {
  const { months, days } = activityOf([], NOW);
  expect(months).toHaveLength(12);
  expect(months.at(-1)?.name).toBe('Nov');
  expect(months.at(-1)?.week).toBe(days.find(({ date }) => date === '2026-11-01')?.week);
});

test('one day with thousands of notes does not make all others look the same', () => {
  const counts = [
    { date: '2026-11-18', count: 1 },
    { date: '2026-11-19', count: 60 },
    { date: '2026-11-20', count: 16_000 },
  ];
  const { days, total, activeDays, busiest } = activityOf(counts, NOW);
  expect(days.slice(-4).map(({ level }) => level)).toEqual([0, 2, 3, 4]);
  expect({ total, activeDays, busiest: busiest?.date }).toEqual({
    total: 16_061,
    activeDays: 3,
    busiest: '2026-11-20',
  });
});

test('what is older than the picture is not in its figures', () => {
  const { total, busiest } = activityOf([{ date: '2020-01-01', count: 9 }], NOW);
  expect(total).toBe(0);
  expect(busiest).toBeUndefined();
});
