import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runGit } from './git.js';

/**
 * Does `work` in a repository that borrows all objects of another, so that any commit can be its HEAD. At first it has the HEAD of
 * the other. `fast` spends a second on an index, with which `git blame` takes half as long.
 */
export async function inBorrowed<T>(
  directory: string,
  work: (root: string) => Promise<T>,
  fast = false,
): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'memory-vault-moments-'));
  try {
    execFileSync('git', ['init', '-q', root]);
    const asked = ['rev-parse', '--path-format=absolute', '--git-path', 'objects'];
    const objects = runGit(directory, asked).toString().trim();
    writeFileSync(join(root, '.git/objects/info/alternates'), `${objects}\n`);
    const head = runGit(directory, ['rev-parse', 'HEAD']).toString();
    writeFileSync(join(root, '.git/HEAD'), head);
    if (fast)
      execFileSync(
        'git',
        ['-C', root, 'commit-graph', 'write', '--stdin-commits', '--changed-paths'],
        {
          input: head,
          stdio: ['pipe', 'ignore', 'ignore'],
        },
      );
    return await work(root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** As `inBorrowed`, of several repositories at once. */
export function inAllBorrowed<T>(
  directories: readonly string[],
  work: (roots: readonly string[]) => Promise<T>,
  roots: readonly string[] = [],
): Promise<T> {
  const [directory, ...rest] = directories;
  if (directory === undefined) return work(roots);
  return inBorrowed(directory, (root) => inAllBorrowed(rest, work, [...roots, root]), true);
}

/** Makes a commit the HEAD of `root`, with one file of it. */
export function checkOut(
  root: string,
  commit: string,
  path: string,
  bytes?: Buffer,
  before = path,
): void {
  writeFileSync(join(root, '.git/HEAD'), `${commit}\n`);
  rmSync(join(root, before), { force: true });
  if (bytes === undefined) return;
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), bytes);
}

/** The same random numbers give the same order. */
export function shuffled<T>(of: readonly T[], random: () => number): readonly T[] {
  return of
    .map((one) => ({ one, by: random() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ one }) => one);
}
