import type { OperationsPoint } from 'memory-vault-client';
import { expect, test } from 'vitest';
import { isolated } from '../../../../web/pages/operations/isolated.js';
import { CHARTS, extremesOf, rowsOf } from '../../../../web/pages/operations/lines.js';
import { thinned } from '../../../../web/pages/operations/thinned.js';

const point = (i: number, more: Partial<OperationsPoint> = {}): OperationsPoint => ({
  at: new Date(i * 10_000).toISOString(),
  seconds: 10,
  requests: 0,
  refused: 0,
  errors: 0,
  saves: 0,
  save_p50_ms: null,
  save_p95_ms: null,
  searches: 0,
  search_p50_ms: null,
  search_p95_ms: null,
  loop_p99_ms: 1,
  rss_bytes: 100,
  ...more,
});

const [durations, requests] = CHARTS;
const lineOf = (label: string) => {
  const found = CHARTS.flatMap(({ lines }) => lines).find((one) => one.label === label);
  if (!found) throw new Error(`there is no line ${label}`);
  return found;
};

test('the newest value is the last that there is, and the highest one of all', () => {
  const points = [point(1, { save_p95_ms: 9 }), point(2, { save_p95_ms: 3 }), point(3)];
  expect(extremesOf(lineOf('save, 95 %'), points)).toEqual({ newest: 3, highest: 9 });
  expect(extremesOf(lineOf('search, 95 %'), points)).toBe(undefined);
});

test('counts are shown a minute, whatever time a point covers', () => {
  expect(lineOf('all').read(point(1, { requests: 5 }))).toBe(30);
  expect(lineOf('all').read(point(1, { requests: 5, seconds: 20 }))).toBe(15);
  expect(lineOf('all').read(point(1, { requests: 5, seconds: 0 }))).toBe(0);
});

test('the table has the highest values of each five minutes, newest first', () => {
  if (!durations || !requests) throw new Error('there are no charts');
  const points = Array.from({ length: 40 }, (_, i) => point(i, i === 35 ? { save_p95_ms: 7 } : {}));
  const rows = rowsOf(durations, points);
  expect(rows.map(({ at }) => at)).toEqual([points[39]?.at, points[9]?.at]);
  expect(rows.map(({ highest }) => highest[0])).toEqual([7, null]);
  expect(rowsOf(requests, [])).toEqual([]);
});

test('a value between two gaps is drawn as a dot', () => {
  expect(isolated([1, null, 2, null, 3, 4, undefined, 0])).toEqual([0, 2, 7]);
  expect(isolated([])).toEqual([]);
});

test('many points are taken together, by their highest value or their mean, and a new one changes no earlier', () => {
  const lines = [lineOf('save, 95 %'), lineOf('all')];
  const busy = (i: number) =>
    point(i, { save_p95_ms: i % 3 === 1 ? i : null, requests: i % 3 === 1 ? 3 : 0 });
  const points = Array.from({ length: 300 }, (_, i) => busy(i + 1));
  const drawn = thinned(lines, points);
  expect(drawn.times.slice(0, 3)).toEqual([30, 60, 90]);
  expect(drawn.values[0]?.slice(0, 3)).toEqual([1, 4, 7]);
  expect(drawn.values[1]?.slice(0, 3)).toEqual([6, 6, 6]);
  const later = thinned(lines, [...points, busy(301)]);
  expect(later.times.slice(0, 100)).toEqual(drawn.times);
  expect(later.values.map((one) => one.slice(0, 100))).toEqual(drawn.values);
});

test('few points are drawn as they are', () => {
  const drawn = thinned([lineOf('memory')], [point(1), point(2, { rss_bytes: 7 })]);
  expect(drawn).toEqual({ times: [10, 20], values: [[100, 7]] });
});
