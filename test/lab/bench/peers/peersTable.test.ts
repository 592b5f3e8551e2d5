import { expect, test } from 'vitest';
import { engram } from '../../../../lab/bench/peers/engram.js';
import { korva } from '../../../../lab/bench/peers/korva.js';
import { memoryVault } from '../../../../lab/bench/peers/memoryVault.js';
import type { Measurements } from '../../../../lab/bench/peers/peerFigure.js';
import { peersPage } from '../../../../lab/bench/peers/peersPage.js';
import {
  commitLine,
  peersTable,
  ratioTable,
  refusalTable,
} from '../../../../lab/bench/peers/peersTable.js';
import { gathered, type Turn, together } from '../../../../lab/bench/peers/turns.js';

const turn = (peer: string, saves: number, cpu: number, refused = 0): Turn => ({
  peer,
  values: { saves, 'CPU of a save': cpu },
  refusals: new Map(refused === 0 ? [] : [['500 locked', refused]]),
});

const kept = (peer: string, count: number): Turn => ({
  peer,
  values: { 'real notes kept': count, 'on disk, real notes': count / 10 },
  refusals: new Map(),
});

const commits: Turn = { peer: 'ours', values: { 'saves of a commit': 9 }, refusals: new Map() };

const measured: Measurements = together([
  gathered(
    [
      turn('ours', 1000, 1.2),
      turn('theirs', 500, 0.6, 700),
      turn('ours', 100, 1.1),
      turn('theirs', 200, 0.5, 548),
      turn('ours', 900, 1),
      turn('theirs', 600, 0.4),
    ],
    'saves',
    16,
  ),
  gathered([kept('ours', 16_000), kept('theirs', 15_990)], 'filling'),
  gathered([commits], 'saves', 16),
]);
const rowOf = (grid: { rows: readonly (readonly string[])[] } | undefined, name: string) =>
  grid?.rows.find(([first]) => first === name);

test('a cell has the median rate with its CPU, and what was refused in all rounds', () => {
  const grid = peersTable(['ours', 'theirs'], measured);
  expect(grid.head).toEqual(['', 'ours', 'theirs']);
  expect(rowOf(grid, 'saves/s, 16 connections (CPU of one, ms)')?.slice(1)).toEqual([
    '900 (1.10)',
    '500 (0.50), 1,248 refused',
  ]);
  expect(rowOf(grid, 'real notes kept')?.slice(1)).toEqual(['16,000', '15,990']);
});

test('what was not measured is a dash', () => {
  const grid = peersTable(['ours', 'another'], measured);
  expect(rowOf(grid, 'real notes kept')).toEqual(['real notes kept', '16,000', '–']);
  expect(rowOf(grid, 'memory after saves, MB')).toEqual(['memory after saves, MB', '–', '–']);
});

test('a ratio is the median of those of each round', () => {
  const grid = ratioTable(['ours', 'theirs'], measured);
  // 2, 0.5 and 1.5: that of the medians would be 1.8.
  expect(rowOf(grid, 'saves, 16 connections')).toEqual(['saves, 16 connections', '1.50']);
});

test('each kind of refusal has a line, and without any there is no table', () => {
  expect(refusalTable(measured.refusals)?.rows).toEqual([
    ['theirs', 'saves, 16 connections', '500 locked', '1,248'],
  ]);
  expect(refusalTable([])).toBeUndefined();
});

test('how many saves share a commit is said of the program that counts its commits', () => {
  expect(commitLine('ours', measured)).toBe(' Measured saves of a commit: 9.00 at 16 connections.');
  expect(commitLine('theirs', measured)).toBe('');
});

test('the page says what was measured, what each promises and how it is done again', () => {
  const found = [memoryVault, korva, engram].map((peer) => {
    return { peer, path: '/somewhere', built: 'commit 0123456789ab' };
  });
  const page = peersPage({
    date: '2026-11-24',
    machine: 'a machine',
    found,
    notes: 16_000,
    measured,
  });
  for (const { peer } of found)
    expect(page).toContain(`**${peer.name}** (commit 0123456789ab). ${peer.promise}`);
  expect(page).toContain(
    'KORVA_VAULT=bin/korva-vault ENGRAM=bin/engram npm run lab -- bench:peers',
  );
  expect(page).not.toContain('/somewhere');
});
