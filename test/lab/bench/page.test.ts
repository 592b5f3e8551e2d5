import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FIGURES, type Figure } from '../../../lab/bench/figure.js';
import { DOCS } from '../../../lab/bench/options.js';
import { page } from '../../../lab/bench/report/page.js';
import { SECTIONS } from '../../../lab/bench/report/sections.js';
import { keptPage } from '../../../lab/bench/report/writeReport.js';

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
  expect(text).toContain('| saves, to no-op | 64 connections | at least 0.5 | 0.50 | holds |');
  expect(text).toContain('| search p50 | 1.50 | 2.50 | ms |');
  expect(text).toContain('| search p99: a rare word | 4.00 | ms |');
});

test('a goal on every kind shows the kind that is the worst', () => {
  const kinds = { 'a rare word': 3, 'a prefix*': 30, 'three words': 4 };
  const slow = Object.entries(kinds).map(([kind, value]): Figure => {
    return { what: 'search p99 by kind', kind, size: 100_000, value };
  });
  expect(page({ ...run, figures: slow }, undefined)).toContain(
    '| search p99 by kind | 100,000 notes | at most 12 ms | 30.0 (a prefix*) | **missed** |',
  );
});

test('the page says which parts were measured later', () => {
  const added = [
    { date: '2026-11-24', parts: ['saves'], sizes: [] },
    { date: '2026-11-25', parts: ['start', 'reads'], sizes: [10_000, 1_000_000] },
  ];
  expect(page(run, undefined)).not.toContain('again later');
  expect(page({ ...run, added }, undefined)).toContain(
    'again later:\n\n- 2026-11-24: saves\n- 2026-11-25: start, reads (10,000; 1,000,000 notes)\n',
  );
});

test('what people wrote is taken in as it is', () => {
  const text = page(run, '## Where the time goes\n\nHere.\n');
  expect(text).toContain('## Where the time goes\n\nHere.\n\n## Saves');
});

test('docs/performance.md says what its figures say (npm run lab -- bench --again writes it)', () => {
  expect(readFileSync(`${DOCS}/performance.md`, 'utf8')).toBe(keptPage(DOCS));
});
