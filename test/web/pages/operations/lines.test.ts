import type { OperationsPoint } from 'memory-vault-client';
import { expect, test } from 'vitest';
import { isolated } from '../../../../web/pages/operations/isolated.js';
import { CHARTS, extremesOf, rowsOf } from '../../../../web/pages/operations/lines.js';

const point = (i: number, more: Partial<OperationsPoint> = {}): OperationsPoint => ({
  ...{ at: new Date(i * 10_000).toISOString(), seconds: 10, requests: 0, refused: 0, errors: 0 },
  ...{ saves: 0, save_p50_ms: null, save_p95_ms: null },
  ...{ searches: 0, search_p50_ms: null, search_p95_ms: null, loop_p99_ms: 1, rss_bytes: 100 },
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
