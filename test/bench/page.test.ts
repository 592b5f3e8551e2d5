import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FIGURES, type Figure } from '../../bench/figure.js';
import { DOCS } from '../../bench/options.js';
import { page } from '../../bench/report/page.js';
import { SECTIONS } from '../../bench/report/sections.js';
import { keptPage } from '../../bench/report/writeReport.js';

const figures: readonly Figure[] = [
  { what: 'saves, to no-op', connections: 64, value: 0.5 },
  { what: 'search p50', size: 10_000, value: 1.5 },
  { what: 'search p50', size: 100_000, value: 2.5 },
  { what: 'search p99 by kind', kind: 'a rare word', size: 10_000, value: 4 },
];
const run = { date: '2026-11-22', machine: 'a machine', sizes: [10_000, 100_000], figures };

test('every figure is shown on the page', () => {
  const shown = SECTIONS.flatMap(({ rows }) => rows);
  expect(Object.keys(FIGURES).filter((what) => !shown.some((one) => one === what))).toEqual([]);
});

test('the page says which goals hold and shows a column for each size', () => {
  const text = page(run, undefined);
  expect(text).toContain('| saves, to no-op | 64 connections | at least 0.45 | 0.50 | holds |');
  expect(text).toContain('| search p50 | 1.50 | 2.50 | ms |');
  expect(text).toContain('| search p99: a rare word | 4.00 | ms |');
});

test('what people wrote is taken in as it is', () => {
  const text = page(run, '## Where the time goes\n\nHere.\n');
  expect(text).toContain('## Where the time goes\n\nHere.\n\n## Saves');
});

test('docs/performance.md says what its figures say (npm run bench -- --again writes it)', () => {
  expect(readFileSync(`${DOCS}/performance.md`, 'utf8')).toBe(keptPage(DOCS));
});
