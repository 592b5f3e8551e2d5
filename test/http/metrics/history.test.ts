import { expect, test } from 'vitest';
import { history } from '../../../src/http/metrics/history.js';
import { testClock } from '../../support/testApp.js';

const SAVE = ['POST', '/api/v1/observations'] as const;
const SEARCH = ['GET', '/api/v1/search'] as const;

test('a point says what was answered since the one before it, and how long saves and searches took', () => {
  const clock = testClock();
  const figures = history(clock);
  for (let i = 0; i < 39; i++) figures.count(...SAVE, 200, 0.002);
  figures.count('POST', '/api/v1/observations/batch', 200, 0.002);
  for (let i = 0; i < 40; i++) figures.count(...SEARCH, 200, 0.04);
  figures.count('GET', '/api/v1/stats', 200, 5);
  clock.advance(10_000);
  figures.sample();
  figures.sample();
  const { points, taken } = figures.after(0);
  expect(points[0]).toMatchObject({
    at: '2026-11-20T09:30:10Z',
    requests: 81,
    refused: 0,
    errors: 0,
    // Both took more than 1 ms and at most 2.5 ms.
    saves: 40,
    save_p50_ms: 1.75,
    save_p95_ms: 2.425,
    searches: 40,
    search_p50_ms: 37.5,
    search_p95_ms: 48.75,
  });
  expect(points[0]?.rss_bytes).toBeGreaterThan(1_000_000);
  expect(points[1]).toMatchObject({
    requests: 0,
    saves: 0,
    save_p50_ms: null,
    searches: 0,
    search_p95_ms: null,
  });
  expect(taken).toBe(2);
});

test('no percentile is said of fewer than 30, and those of earlier points of the hour count', () => {
  const figures = history(testClock());
  const saves = (count: number) => {
    for (let i = 0; i < count; i++) figures.count(...SAVE, 200, 0.002);
    figures.sample();
    return figures.after(0).points.at(-1)?.save_p95_ms ?? null;
  };
  expect([saves(3), saves(26), saves(1), saves(0), saves(1)]).toEqual([
    null,
    null,
    2.425,
    null,
    2.425,
  ]);
});

test('what was refused and what failed is counted, but not as a fast save', () => {
  const figures = history(testClock());
  for (const status of [400, 404, 429, 500, 503]) figures.count(...SAVE, status, 0.0001);
  figures.sample();
  expect(figures.after(0).points[0]).toMatchObject({
    requests: 5,
    refused: 3,
    errors: 2,
    saves: 0,
    save_p50_ms: null,
  });
});

test('the last 360 points are kept, and a reader gets those that it has not seen', () => {
  const figures = history(testClock());
  const requestsAfter = (seen: number) => figures.after(seen).points.map((one) => one.requests);
  for (let i = 0; i < 365; i++) {
    for (let n = 0; n < i; n++) figures.count('GET', '/api/v1/stats', 200, 0.001);
    figures.sample();
  }
  expect(requestsAfter(0)).toEqual(Array.from({ length: 360 }, (_, i) => i + 5));
  expect(requestsAfter(363)).toEqual([363, 364]);
  expect(requestsAfter(365)).toEqual([]);
});
