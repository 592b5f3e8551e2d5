import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Figure } from '../../../../lab/bench/figure.js';
import { addRun } from '../../../../lab/bench/report/addRun.js';
import type { Run } from '../../../../lab/bench/report/page.js';
import { readRun } from '../../../../lab/bench/report/readRun.js';
import { addToReport, requireKept, writeReport } from '../../../../lab/bench/report/writeReport.js';

const MACHINE = 'a CPU, 2 cores\na Node\na disk';
const run = (date: string, figures: readonly Figure[]): Run => ({
  date,
  machine: MACHINE,
  sizes: [...new Set(figures.flatMap(({ size }) => size ?? []))],
  figures,
});

const kept = run('2026-11-22', [
  { what: 'saves', connections: 1, value: 1 },
  { what: 'saves', connections: 16, value: 2 },
  { what: 'search p50', size: 10_000, value: 3 },
  { what: 'search p50', size: 100_000, value: 4 },
  { what: 'on disk by table', size: 10_000, kind: 'log.db, payloads', value: 5 },
  { what: 'on disk by table', size: 10_000, kind: 'log.db, dedup', value: 6 },
]);

test('what was measured again takes the place of what was there, and nothing else does', () => {
  const again = run('2026-11-24', [
    { what: 'saves', connections: 16, value: 20 },
    { what: 'search p50', size: 10_000, value: 30 },
    { what: 'search p50', size: 1_000_000, value: 50 },
  ]);
  const { figures, sizes, date } = addRun(kept, again, ['saves', 'reads']);
  expect(figures.filter(({ what }) => what === 'saves').map(({ value }) => value)).toEqual([1, 20]);
  const searches = figures.filter(({ what }) => what === 'search p50');
  expect(new Map(searches.map(({ size, value }) => [size, value]))).toEqual(
    new Map([
      [10_000, 30],
      [100_000, 4],
      [1_000_000, 50],
    ]),
  );
  expect(figures.filter(({ what }) => what === 'on disk by table').length).toBe(2);
  expect(sizes).toEqual([10_000, 100_000, 1_000_000]);
  expect(date).toBe('2026-11-22');
});

test('a kind that is there no more goes with the others of its figure', () => {
  const again = run('2026-11-24', [
    { what: 'on disk by table', size: 10_000, kind: 'log.db, payloads', value: 1 },
  ]);
  const tables = addRun(kept, again, ['disk']).figures.filter(
    ({ what }) => what === 'on disk by table',
  );
  expect(tables.map(({ kind }) => kind)).toEqual(['log.db, payloads']);
});

test('a run that measured all that an earlier one had added takes its place in the list', () => {
  const saves = run('2026-11-23', [{ what: 'saves', connections: 1, value: 7 }]);
  const reads = run('2026-11-24', [{ what: 'search p50', size: 10_000, value: 8 }]);
  const both = [saves, reads].reduce((all, one) => addRun(all, one, ['saves', 'reads']), kept);
  expect(both.added?.map(({ date }) => date)).toEqual(['2026-11-24']);
  const apart = addRun(addRun(kept, saves, ['saves']), reads, ['reads']);
  expect(apart.added).toEqual([
    { date: '2026-11-23', parts: ['saves'], sizes: [] },
    { date: '2026-11-24', parts: ['reads'], sizes: [10_000] },
  ]);
});

test('figures of another machine are not added', () => {
  const other = { ...run('2026-11-24', []), machine: 'another CPU\na Node' };
  expect(() => addRun(kept, other, ['saves'])).toThrow('a CPU, 2 cores, not another CPU');
  const faster = { ...run('2026-11-24', []), machine: 'a CPU, 2 cores\na Node\na faster disk' };
  expect(addRun(kept, faster, ['saves']).figures).toEqual(kept.figures);
});

test('a run is added to the files of a directory, which have to be there before minutes are spent', () => {
  const directory = mkdtempSync(join(tmpdir(), 'vault-report-'));
  try {
    expect(() => requireKept(directory, MACHINE)).toThrow('figures.json');
    writeReport(directory, kept);
    requireKept(directory, MACHINE);
    expect(() => requireKept(directory, 'another CPU')).toThrow('another machine');
    const again = run('2026-11-24', [{ what: 'saves', connections: 1, value: 9 }]);
    addToReport(directory, again, ['saves']);
    const now = readRun(join(directory, 'performance', 'figures.json'));
    expect(now).toEqual(addRun(kept, again, ['saves']));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
