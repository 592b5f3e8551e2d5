import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ClusterFigure } from '../../../../lab/bench/cluster/clusterFigure.js';
import { type ClusterRun, clusterPage } from '../../../../lab/bench/cluster/clusterPage.js';
import { cpuOf } from '../../../../lab/bench/cluster/cpuOf.js';
import { DOCS } from '../../../../lab/bench/options.js';

const figures: readonly ClusterFigure[] = [
  { what: 'saves', nodes: 1, connections: 64, values: [900, 1000, 1100] },
  { what: 'saves, to SQLite', nodes: 1, connections: 64, values: [0.4, 0.6, 0.5] },
  { what: 'take in', values: [12_000] },
];
const run = { date: '2026-11-24', machine: 'a machine', hasStandby: true, isQuick: false, figures };

test('the page shows medians with the least and the most of the rounds, and judges goals by the medians', () => {
  const text = clusterPage(run);
  expect(text).toContain('| 1 | 64 | 1000 (900–1100) | 0.50 (0.40–0.60) |');
  expect(text).toContain(
    '| saves, to SQLite | 1 node, 64 connections | at least 0.5 | 0.50 (0.40–0.60) | holds |',
  );
  expect(text).toContain('| take in |  | at least 20,000 /s | 12000 | **missed** |');
  expect(text).toContain('| longest silence at failover |  | at most 5 s | – | not measured |');
});

test('docs/performance/cluster.md says what its figures say', () => {
  const of = (name: string) => join(DOCS, 'performance', name);
  // Written by the benchmark.
  const kept = JSON.parse(readFileSync(of('cluster.json'), 'utf8')) as ClusterRun;
  expect(readFileSync(of('cluster.md'), 'utf8')).toBe(clusterPage(kept));
});

test.skipIf(!existsSync('/proc/self/stat'))('the CPU time of a process is what it has used', () => {
  const before = cpuOf([process.pid]);
  const start = process.cpuUsage();
  while (process.cpuUsage(start).user < 100_000);
  expect(cpuOf([process.pid]) - before).toBeGreaterThanOrEqual(80);
});
