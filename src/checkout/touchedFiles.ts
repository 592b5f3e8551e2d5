import { statSync } from 'node:fs';
import { join } from 'node:path';
import { gitDirOf } from '../connect/projectFiles.js';
import { MOST_FILES } from '../domain/startSettings.js';
import { type Checkout, type Git, gitIn } from './git.js';

/** Characters of all that are told: they go into the address of a request. */
const MOST_TEXT = 6_000;
/** Files whose times are compared. A branch that touches more is no work on a few of them. */
const MOST_COMPARED = 2_000;
/** A longer path is no anchor. */
const LONGEST_PATH = 256;

/** What others start from, the best first. */
const BASES = [
  'refs/remotes/origin/HEAD',
  'refs/remotes/origin/main',
  'refs/remotes/origin/master',
  'refs/heads/main',
  'refs/heads/master',
];

/**
 * The files that the branch of a checkout touches: what differs from where it left the main branch, committed or not, also what
 * is gone; the last changed file first. Empty for a folder that is no root of a repository, without a main branch, and without Git or an answer of
 * it in time.
 */
export async function touchedFiles(
  checkout: Checkout,
  env: NodeJS.ProcessEnv = process.env,
): Promise<readonly string[]> {
  const { root } = checkout;
  if (gitDirOf(root) === undefined) return [];
  const git = gitIn(checkout, env);
  try {
    const base = await baseOf(git);
    if (base === undefined) return [];
    const names = await git(
      ...['diff', '--name-only', '-z', '--no-relative', '--no-renames', '--no-ext-diff'],
      ...['--ignore-submodules=all', '--merge-base', base, '--'],
    );
    const files = names.split('\0').filter((name) => name !== '' && name.length <= LONGEST_PATH);
    const times = files
      .slice(0, MOST_COMPARED)
      .map((file) => ({ file, at: changedAt(root, file) }));
    const latest = times.sort((a, b) => b.at - a.at).slice(0, MOST_FILES);
    let left = MOST_TEXT;
    return latest
      .map(({ file }) => file)
      .filter((file) => {
        left -= encodeURIComponent(file).length;
        return left >= 0;
      });
  } catch {
    return [];
  }
}

async function baseOf(git: Git): Promise<string | undefined> {
  const refs = (await git('for-each-ref', '--format=%(refname)', ...BASES)).split('\n');
  return BASES.find((base) => refs.includes(base));
}

const changedAt = (root: string, file: string): number =>
  statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
