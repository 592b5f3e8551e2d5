import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkoutAt } from '../../src/checkout/git.js';
import { touchedFiles } from '../../src/checkout/touchedFiles.js';
import { commitAll, emptyRepository, git, gitEnv, write } from '../support/gitRepository.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const touched = (root: string, ms = 60_000, env: NodeJS.ProcessEnv = gitEnv()) =>
  touchedFiles(checkoutAt(root, ms, env));

/** Commits files with another text. */
function change(root: string, ...paths: readonly string[]): void {
  for (const path of paths) write(root, path, `changed in ${Math.random()}\n`);
  commitAll(root);
}

/** A repository with four files on `main`, and a branch of it. */
function onBranch() {
  const root = emptyRepository();
  change(root, 'a.ts', 'b.ts', 'src/c d.ts', 'other.ts');
  git(root, 'switch', '-q', '-c', 'side');
  return root;
}

/** A clone of a repository, with its branch `main` checked out. */
function cloneOf(origin: string, ...options: readonly string[]) {
  const root = join(temporaryDirectory(), 'clone');
  git(origin, 'clone', '-q', '--branch', 'main', ...options, `file://${origin}`, root);
  return root;
}

test('what is not committed comes before what the commits of the branch touch, the newest of these first', async () => {
  const root = onBranch();
  expect(await touched(root)).toEqual([]);
  change(root, 'a.ts');
  change(root, 'src/c d.ts');
  write(root, 'b.ts', 'changed\n');
  write(root, 'new.ts', 'new\n');
  write(root, '.gitignore', 'built/\n');
  write(root, 'built/x.js', 'x\n');
  expect(await touched(root)).toEqual(['b.ts', '.gitignore', 'new.ts', 'src/c d.ts', 'a.ts']);
});

test('what happens on the main branch meanwhile is not of the branch, also merged; what is gone is', async () => {
  const root = onBranch();
  rmSync(join(root, 'a.ts'));
  commitAll(root);
  for (let i = 0; i < 2; i += 1) {
    git(root, 'switch', '-q', 'main');
    change(root, 'other.ts');
    git(root, 'switch', '-q', 'side');
    git(root, 'merge', '-q', '--no-edit', 'main');
    expect(await touched(root)).toEqual(['a.ts']);
  }
});

test('on the main branch, what is not pushed counts, and without a remote what is not committed', async () => {
  const origin = onBranch();
  const root = cloneOf(origin);
  change(root, 'a.ts');
  expect(await touched(root)).toEqual(['a.ts']);
  const shallow = cloneOf(origin, '--depth', '1');
  change(shallow, 'b.ts');
  expect(await touched(shallow)).toEqual(['b.ts']);
  git(origin, 'switch', '-q', 'main');
  expect(await touched(origin)).toEqual([]);
  write(origin, 'b.ts', 'changed\n');
  expect(await touched(origin)).toEqual(['b.ts']);
});

test('a fork that is behind makes nothing of others part of the branch', async () => {
  const upstream = onBranch();
  const fork = cloneOf(upstream);
  git(upstream, 'switch', '-q', 'main');
  change(upstream, 'other.ts', 'b.ts');
  const root = cloneOf(fork);
  git(root, 'remote', 'add', 'upstream', upstream);
  git(root, '-c', 'protocol.file.allow=always', 'fetch', '-q', 'upstream');
  git(root, 'switch', '-q', '-c', 'mine', 'upstream/main');
  change(root, 'a.ts');
  expect(await touched(root)).toEqual(['a.ts']);
});

test('settings of Git change nothing', async () => {
  const root = onBranch();
  for (const [name, value] of [
    ['diff.relative', 'true'],
    ['diff.renames', 'copies'],
    ['diff.external', 'false'],
    ['core.quotePath', 'true'],
    ['log.showSignature', 'true'],
    ['log.follow', 'true'],
    ['status.showUntrackedFiles', 'no'],
  ])
    git(root, 'config', name ?? '', value ?? '');
  git(root, 'mv', 'a.ts', 'ä.ts');
  expect(await touched(root)).toEqual(['a.ts', 'ä.ts']);
  commitAll(root);
  expect(await touched(root)).toEqual(['a.ts', 'ä.ts']);
});

test('no monitor of files that the checkout names is run', async () => {
  const root = onBranch();
  const mark = join(temporaryDirectory(), 'ran');
  git(root, 'config', 'core.fsmonitor', `touch ${mark}; true`);
  write(root, 'a.ts', 'other text\n');
  expect(await touched(root)).toEqual(['a.ts']);
  expect(existsSync(mark)).toBe(false);
});

test('of many files, as many are told as fit into an address, and no flood of generated ones', async () => {
  const root = onBranch();
  const many = (folder: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${folder}/${i}.ts`);
  change(root, ...many('new', 60));
  expect(await touched(root)).toHaveLength(50);
  change(root, ...many('ü'.repeat(100), 60), 'short.ts');
  const told = await touched(root);
  expect(told).toContain('short.ts');
  expect(told.map(encodeURIComponent).join('').length).toBeLessThanOrEqual(6_000);
  for (const path of many('generated', 201)) write(root, path, 'x\n');
  expect(await touched(root)).toEqual(told);
});

test('odd files hide no others', async () => {
  const root = onBranch();
  renameSync(join(root, 'src/c d.ts'), join(root, 'c'));
  rmSync(join(root, 'src'), { recursive: true });
  symlinkSync('src', join(root, 'src'));
  mkdirSync(join(root, 'empty'));
  write(root, '--output=x', 'x\n');
  const all = ['src/c d.ts', '--output=x', 'c', 'src'];
  expect(await touched(root)).toEqual(all);
  commitAll(root);
  expect(new Set(await touched(root))).toEqual(new Set(all));
});

test('what is left of a budget is no whole number of milliseconds', async () => {
  const root = onBranch();
  write(root, 'a.ts', 'changed\n');
  expect(await touched(root, 60_000.5)).toEqual(['a.ts']);
  expect(await touched(root, -1.5)).toEqual([]);
});

test('no file is told where nobody can know it', async () => {
  const root = onBranch();
  change(root, 'a.ts');
  // A folder within it, a folder without Git, a machine without Git, and without a main branch.
  expect(await touched(join(root, 'src'))).toEqual([]);
  expect(await touched(temporaryDirectory())).toEqual([]);
  expect(await touched(root, 60_000, { PATH: temporaryDirectory() })).toEqual([]);
  git(root, 'branch', '-D', 'main');
  expect(await touched(root)).toEqual([]);
});

test('before the first commit, the new files are told', async () => {
  const root = emptyRepository();
  write(root, 'a.ts', 'new\n');
  expect(await touched(root)).toEqual(['a.ts']);
});
