import { rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { touchedFiles } from '../../src/checkout/touchedFiles.js';
import { commitAll, emptyRepository, git, gitEnv, write } from '../support/gitRepository.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const touched = (root: string) => touchedFiles({ root, gitMs: 60_000 }, gitEnv());

/** Writes a file that was changed in this minute of a day. */
function writeAt(root: string, path: string, minute: number): void {
  const at = new Date(`2026-01-01T12:${minute}:00Z`);
  utimesSync(write(root, path, `changed at ${minute}\n`), at, at);
}

/** A repository with four files on `main`, and a branch of it. */
function onBranch() {
  const root = emptyRepository();
  for (const path of ['a.ts', 'b.ts', 'src/c d.ts', 'other.ts']) write(root, path, 'as it was\n');
  commitAll(root);
  git(root, 'switch', '-q', '-c', 'side');
  return root;
}

test('the files that a branch touches are those of its commits and of what is not committed, the last first', async () => {
  const root = onBranch();
  expect(await touched(root)).toEqual([]);
  writeAt(root, 'a.ts', 10);
  writeAt(root, 'src/c d.ts', 30);
  commitAll(root);
  writeAt(root, 'b.ts', 20);
  expect(await touched(root)).toEqual(['src/c d.ts', 'b.ts', 'a.ts']);
});

test('what happens on the main branch meanwhile is not of the branch, and what is gone is', async () => {
  const root = onBranch();
  git(root, 'switch', '-q', 'main');
  write(root, 'other.ts', 'of others\n');
  commitAll(root);
  git(root, 'switch', '-q', 'side');
  rmSync(join(root, 'a.ts'));
  commitAll(root);
  expect(await touched(root)).toEqual(['a.ts']);
});

test('a clone compares with what it was cloned from, also on the main branch', async () => {
  const origin = onBranch();
  git(origin, 'branch', '-m', 'main', 'trunk');
  git(origin, 'switch', '-q', 'trunk');
  const root = join(temporaryDirectory(), 'clone');
  git(origin, 'clone', '-q', origin, root);
  expect(await touched(root)).toEqual([]);
  writeAt(root, 'a.ts', 10);
  commitAll(root);
  expect(await touched(root)).toEqual(['a.ts']);
});

test('settings of Git change nothing', async () => {
  const root = onBranch();
  for (const [name, value] of [
    ['diff.relative', 'true'],
    ['diff.renames', 'copies'],
    ['diff.external', 'false'],
    ['core.quotePath', 'true'],
    ['diff.noprefix', 'true'],
  ])
    git(root, 'config', name ?? '', value ?? '');
  git(root, 'mv', 'a.ts', 'ä.ts');
  expect(new Set(await touched(root))).toEqual(new Set(['a.ts', 'ä.ts']));
});

test('of many files, those that changed last are told, as far as they fit into an address', async () => {
  const root = onBranch();
  for (let i = 10; i < 60; i += 1) writeAt(root, `new/${i}.ts`, i);
  for (let i = 10; i < 60; i += 1) writeAt(root, `old/${i}.ts`, 10);
  git(root, 'add', '--all');
  const files = await touched(root);
  expect(files).toHaveLength(50);
  expect(files[0]).toBe('new/59.ts');
  for (let i = 10; i < 60; i += 1) writeAt(root, `${'ü'.repeat(100)}/${i}.ts`, 59);
  git(root, 'add', '--all');
  expect((await touched(root)).map(encodeURIComponent).join('').length).toBeLessThanOrEqual(6_000);
});

test('what is left of a budget is no whole number of milliseconds', async () => {
  const root = onBranch();
  writeAt(root, 'a.ts', 10);
  expect(await touchedFiles({ root, gitMs: 60_000.5 }, gitEnv())).toEqual(['a.ts']);
  expect(await touchedFiles({ root, gitMs: -1.5 }, gitEnv())).toEqual([]);
});

test('no file is told where nobody can know it', async () => {
  const root = onBranch();
  write(root, 'a.ts', 'changed\n');
  // A folder within it, a folder without Git, and without the main branch.
  expect(await touched(join(root, 'src'))).toEqual([]);
  expect(await touched(temporaryDirectory())).toEqual([]);
  expect(
    await touchedFiles({ root, gitMs: 60_000 }, { ...gitEnv(), PATH: temporaryDirectory() }),
  ).toEqual([]);
  git(root, 'branch', '-D', 'main');
  expect(await touched(root)).toEqual([]);
});
