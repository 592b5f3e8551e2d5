import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DOCS } from '../../../lab/bench/options.js';
import { korva } from '../../../lab/bench/peers/korva.js';
import { memoryVault } from '../../../lab/bench/peers/memoryVault.js';
import { page, type Run } from '../../../lab/bench/report/page.js';
import { keptRun } from '../../../lab/bench.js';

const saves = {
  head: ['', 'Memory Vault', 'Korva'],
  rows: [
    ['1 connection: saves a second', '907', '898'],
    ['1 connection: p50, ms', '0.91', '1.02'],
    ['1 connection: CPU, ms', '0.85', '–'],
  ],
};
const run: Run = {
  date: '2026-11-27',
  machine: 'a machine',
  quick: false,
  programs: [memoryVault, korva].map(({ name }) => ({ name, built: 'commit 0123456789ab' })),
  missing: ['engram was not there'],
  tables: { saves },
  refused: [['Korva', 'searches', '500 locked', '1,248']],
};

test('the page has what was measured, and no section of what was not', () => {
  const text = page(run);
  expect(text).toContain('in one run on 2026-11-27');
  expect(text).toContain('| 1 connection: saves a second | 907 | 898 |');
  expect(text).not.toContain('## Memory');
});

test('what a user feels comes first, beside what it is measured against; what a program works comes not at all', () => {
  const text = page(run);
  expect(text).toContain('| a save | 0.91 ms | Korva 1.02 |');
  expect(text.indexOf('| a save |')).toBeLessThan(text.indexOf('## A save'));
  expect(text).not.toContain('CPU');
});

test('the page says which program was not there, what each promises and refused, and how it is done again', () => {
  const text = page(run);
  expect(text).toContain('\n\nengram was not there\n\n');
  expect(text).toContain(`**Korva** (commit 0123456789ab). ${korva.promise}`);
  expect(text).toContain('| Korva | searches | 500 locked | 1,248 |');
  expect(text).toContain('KORVA_VAULT=bin/korva-vault ENGRAM=bin/engram npm run lab -- bench');
});

test('a short run says so', () => {
  expect(page(run)).not.toContain('short run');
  expect(page({ ...run, quick: true })).toContain('It was a short run');
});

test('docs/performance.md says what its figures say (npm run lab -- bench --again writes it)', () => {
  expect(readFileSync(`${DOCS}/performance.md`, 'utf8')).toBe(page(keptRun()));
});
