import { gitDirOf } from '../connect/projectFiles.js';
import { LONGEST_PATH, MOST_FILES } from '../domain/startSettings.js';
import type { Checkout, Git } from './git.js';
import { headOf } from './gitHead.js';

/** Characters of all that are told: they go into the address of a request. */
const MOST_TEXT = 6_000;
/** Commits of a branch that are looked at, the newest. */
const MOST_COMMITS = 100;
/** Where more files are changed, they were copied or generated, and say nothing about the work. */
const MOST_CHANGED = 200;

/** Where others start from. */
const MAIN_BRANCHES = ['HEAD', 'main', 'master', 'develop', 'trunk'];

/**
 * The files that the branch of a checkout touches: first those that are changed and not committed, then those of the commits that no
 * main branch has, the newest first; also files that are gone. Empty for a folder that is no root of a repository, and without Git
 * or an answer of it in time.
 */
export function touchedFiles(checkout: Checkout): Promise<readonly string[]> {
  // A folder may not be readable.
  return filesOf(checkout).catch(() => []);
}

async function filesOf({ root, git }: Checkout): Promise<readonly string[]> {
  if (gitDirOf(root) === undefined) return [];
  const named = async (args: readonly string[]) => {
    const names = await git(...args).catch(() => '');
    return names.split('\0').filter((name) => name !== '' && name.length <= LONGEST_PATH);
  };
  const found = await Promise.all([
    // Unlike `diff`, it reads no file whose size or time has changed: a large one takes long.
    named(['diff-index', '-z', '--name-only', '--no-renames', ...NO_SUBMODULES, 'HEAD', '--']),
    named(['ls-files', '-z', '--others', '--exclude-standard', '--full-name']),
    basesOf(root, git).then((bases) =>
      bases.length === 0
        ? []
        : named([...LOG, ...NO_SUBMODULES, `-n${MOST_COMMITS}`, 'HEAD', '--not', ...bases, '--']),
    ),
  ]);
  const [changed, added, committed] = found;
  const open = changed.length + added.length > MOST_CHANGED ? [] : [...changed, ...added];
  return fitting(new Set([...open, ...committed]));
}

const NO_SUBMODULES = ['--ignore-submodules=all'];
const LOG = [
  'log',
  '-z',
  '--name-only',
  '--format=',
  '--no-merges',
  '--no-renames',
  '--no-relative',
];

/** The main branches, of all remotes and here, but for the one that is checked out: its own commits count from the remote. */
async function basesOf(root: string, git: Git): Promise<readonly string[]> {
  const own = `refs/heads/${headOf(root)?.branch}`;
  const patterns = MAIN_BRANCHES.flatMap((name) => [
    `refs/remotes/*/${name}`,
    `refs/heads/${name}`,
  ]);
  const refs = await git('for-each-ref', '--format=%(refname)', ...patterns).catch(() => '');
  return refs.split('\n').filter((ref) => ref !== '' && ref !== own);
}

/** The first files, as many as an address may name. */
function fitting(files: ReadonlySet<string>): readonly string[] {
  let left = MOST_TEXT;
  return [...files].slice(0, MOST_FILES).filter((file) => {
    const size = encodeURIComponent(file).length;
    if (size > left) return false;
    left -= size;
    return true;
  });
}
