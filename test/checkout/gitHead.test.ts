import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headOf } from '../../src/checkout/gitHead.js';
import { commitAll, emptyRepository, git, write } from '../support/gitRepository.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

test('outside of Git there is no head', () => {
  expect(headOf(temporaryDirectory())).toBeUndefined();
  expect(headOf('/nonexistent')).toBeUndefined();
});

test('a branch without a commit has only its name', () => {
  const root = emptyRepository();
  expect(headOf(root)).toEqual({ branch: 'main' });
  commitAll(root);
  git(root, 'switch', '-q', '--orphan', 'feature/new');
  expect(headOf(root)).toEqual({ branch: 'feature/new' });
});

test('a commit is found as a loose reference, a packed one, and detached', () => {
  const root = emptyRepository();
  const first = commitAll(root);
  git(root, 'branch', 'main-2');
  git(root, 'tag', '-a', 'v1', '-m', 'one');
  expect(headOf(root)).toEqual({ commit: first, branch: 'main' });
  git(root, 'pack-refs', '--all');
  expect(headOf(root)).toEqual({ commit: first, branch: 'main' });
  const second = commitAll(root, '2026-01-02');
  expect(headOf(root)).toEqual({ commit: second, branch: 'main' });
  git(root, 'switch', '-q', 'main-2');
  expect(headOf(root)).toEqual({ commit: first, branch: 'main-2' });
  git(root, 'switch', '-q', '--detach', 'main');
  expect(headOf(root)).toEqual({ commit: second, branch: undefined });
});

test('a name that ends or begins as another is not taken for it in packed references', () => {
  const root = emptyRepository();
  const first = commitAll(root);
  git(root, 'branch', 'a/refs/heads/b');
  const second = commitAll(root, '2026-01-02');
  git(root, 'branch', 'b');
  git(root, 'branch', 'bc', first);
  git(root, 'pack-refs', '--all');
  git(root, 'switch', '-q', 'b');
  expect(headOf(root)).toEqual({ commit: second, branch: 'b' });
});

test('a linked worktree and a submodule have heads of their own', () => {
  const root = emptyRepository(join(temporaryDirectory()));
  const first = commitAll(root);
  const tree = join(temporaryDirectory(), 'tree');
  git(root, 'worktree', 'add', '-q', '-b', 'side', tree);
  expect(headOf(tree)).toEqual({ commit: first, branch: 'side' });
  const second = commitAll(tree, '2026-01-02');
  expect(headOf(tree)).toEqual({ commit: second, branch: 'side' });
  git(root, 'pack-refs', '--all');
  expect(headOf(tree)).toEqual({ commit: second, branch: 'side' });
  expect(headOf(root)).toEqual({ commit: first, branch: 'main' });
  const outer = emptyRepository();
  git(outer, 'submodule', '--quiet', 'add', root, 'inner');
  expect(headOf(join(outer, 'inner'))).toEqual({ commit: first, branch: 'main' });
});

test('a repository with SHA-256 has longer commits', () => {
  const root = temporaryDirectory();
  git(root, 'init', '-q', '-b', 'main', '--object-format=sha256');
  const commit = commitAll(root);
  expect(commit).toHaveLength(64);
  expect(headOf(root)).toEqual({ commit, branch: 'main' });
});

test('where the references are in reftable files, nothing is said', () => {
  const root = emptyRepository();
  commitAll(root);
  write(root, '.git/HEAD', 'ref: refs/heads/.invalid\n');
  rmSync(join(root, '.git/refs/heads'), { recursive: true });
  write(root, '.git/refs/heads', 'this repository uses the reftable format\n');
  mkdirSync(join(root, '.git/reftable'));
  expect(headOf(root)).toEqual({});
});

test.each([
  'ref: refs/heads/../../../secret\n',
  'ref: ../secret\n',
  'ref: refs/heads/odd\n',
  'nonsense\n',
  '',
])('from the HEAD %j no commit is taken', (head) => {
  const root = emptyRepository();
  const commit = commitAll(root);
  write(root, 'secret', `${commit}\n`);
  write(root, '.git/refs/heads/odd', 'ref: refs/heads/main\n');
  write(root, '.git/HEAD', head);
  expect(headOf(root)?.commit).toBeUndefined();
});
