import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkoutAt } from '../../src/checkout/git.js';
import { changedSince } from '../../src/checkout/since.js';
import { commitAll, emptyRepository, git, gitEnv, write } from '../support/gitRepository.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const since = (root: string, commit: string, path = 'a.ts', env: NodeJS.ProcessEnv = gitEnv()) =>
  changedSince(checkoutAt(root, 60_000, env), { path, commit });

const text = (last: string) => `${'the same line\n'.repeat(20)}${last}\n`;

/** A repository with `a.ts`, and its commit. */
function started() {
  const root = emptyRepository();
  write(root, 'a.ts', text('first'));
  return { root, commit: commitAll(root, '2026-11-01') };
}

/** Commits `a.ts` with another last line. */
function edit(root: string, last: string, day: string): string {
  write(root, 'a.ts', text(last));
  return commitAll(root, day);
}

/** Renames a file, and commits that. */
function move(root: string, from: string, to: string, day: string): string {
  mkdirSync(join(root, to, '..'), { recursive: true });
  renameSync(join(root, from), join(root, to));
  return commitAll(root, day);
}

test('the first commit that touched the file is said, not a later one nor one of another file', async () => {
  const { root, commit } = started();
  expect(await since(root, commit)).toBeUndefined();
  write(root, 'b.ts', 'x');
  commitAll(root, '2026-11-02');
  const changed = edit(root, 'second', '2026-11-03');
  edit(root, 'third', '2026-11-04');
  const expected = { commit: changed.slice(0, 7), date: '2026-11-03' };
  expect(await since(root, commit)).toEqual(expected);
  expect(await since(root, commit.slice(0, 7).toUpperCase())).toEqual(expected);
});

test('what a branch changed counts from its own commit, when it is merged', async () => {
  const { root, commit } = started();
  git(root, 'switch', '-q', '-c', 'side');
  const changed = edit(root, 'second', '2026-11-03');
  git(root, 'switch', '-q', 'main');
  write(root, 'b.ts', 'x');
  const later = commitAll(root, '2026-11-04');
  expect(await since(root, commit)).toBeUndefined();
  git(root, 'merge', '-q', '--no-edit', 'side');
  const expected = { commit: changed.slice(0, 7), date: '2026-11-03' };
  expect(await since(root, commit)).toEqual(expected);
  expect(await since(root, later)).toEqual(expected);
  expect(await since(root, changed)).toBeUndefined();
});

test('a commit that the history does not have tells nothing', async () => {
  const { root, commit } = started();
  const changed = edit(root, 'second', '2026-11-02');
  expect(await since(root, 'f'.repeat(40))).toBeUndefined();
  expect(await since(root, '--all')).toBeUndefined();
  // As after a rebase: the commit is still there, and no longer in the history.
  git(root, 'switch', '-q', '-c', 'other', commit);
  edit(root, 'other', '2026-11-03');
  expect(await since(root, changed)).toBeUndefined();
  const shallow = join(temporaryDirectory(), 'shallow');
  git(root, 'clone', '-q', '--depth', '1', `file://${root}`, shallow);
  expect(await since(shallow, commit)).toBeUndefined();
});

test('without Git, a repository, a path or a commit, nothing is told', async () => {
  const { root, commit } = started();
  edit(root, 'second', '2026-11-02');
  expect(await since(root, commit, 'a.ts', { ...gitEnv(), PATH: '/nonexistent' })).toBeUndefined();
  expect(await since(temporaryDirectory(), commit)).toBeUndefined();
  expect(await since(join(root, 'nowhere'), commit)).toBeUndefined();
  expect(await changedSince(checkoutAt(root, 60_000), { path: 'a.ts' })).toBeUndefined();
  expect(await changedSince(checkoutAt(root, 60_000), { commit })).toBeUndefined();
});

test('a file that was renamed is followed to its last name', async () => {
  const { root, commit } = started();
  const moved = move(root, 'a.ts', 'src/b.ts', '2026-11-02');
  const change = { commit: moved.slice(0, 7), date: '2026-11-02' };
  expect(await since(root, commit)).toEqual({ ...change, movedTo: 'src/b.ts' });
  move(root, 'src/b.ts', 'src/é c.ts', '2026-11-03');
  expect(await since(root, commit)).toEqual({ ...change, movedTo: 'src/é c.ts' });
  rmSync(join(root, 'src'), { recursive: true });
  commitAll(root, '2026-11-04');
  expect(await since(root, commit)).toEqual(change);
});

test('a file that was removed went nowhere', async () => {
  const { root, commit } = started();
  rmSync(join(root, 'a.ts'));
  const removed = commitAll(root, '2026-11-02');
  write(root, 'b.ts', 'something else');
  commitAll(root, '2026-11-03');
  expect(await since(root, commit)).toEqual({ commit: removed.slice(0, 7), date: '2026-11-02' });
});

test('signs in a path that Git takes for a pattern are only signs', async () => {
  const { root } = started();
  write(root, '[x]*.ts', '1');
  const commit = commitAll(root, '2026-11-02');
  write(root, 'x.ts', '2');
  commitAll(root, '2026-11-03');
  expect(await since(root, commit, '[x]*.ts')).toBeUndefined();
});

test('the settings and variables of the user do not change the answer', async () => {
  const { root, commit } = started();
  const changed = edit(root, 'second', '2026-11-02');
  for (const [name, value] of [
    ['log.follow', 'true'],
    ['log.showSignature', 'true'],
    ['color.ui', 'always'],
    ['core.abbrev', '20'],
    ['log.date', 'relative'],
    ['core.fsmonitor', join(root, 'never')],
  ] as const)
    git(root, 'config', name, value);
  const env = { ...gitEnv(), GIT_DIR: '/nonexistent', GIT_WORK_TREE: '/', GIT_INDEX_FILE: 'x' };
  expect(await since(root, commit, 'a.ts', env)).toEqual({
    commit: changed.slice(0, 7),
    date: '2026-11-02',
  });
});
