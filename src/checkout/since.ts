import type { Anchor } from '../domain/anchor.js';
import { findFile } from './checkoutFile.js';
import type { Checkout, Git } from './git.js';

/** The first commit that changed what an anchor is about. */
export interface Change {
  /** At least 7 hex digits, as many as tell it from others. */
  readonly commit: string;
  /** `2026-11-02`, where it was committed. */
  readonly date: string;
  /** Where the file is now, from the root and with `/`, if it is gone and Git sees that it was renamed. */
  readonly movedTo?: string;
}

/** Renames of one file that are followed. */
const MOST_RENAMES = 5;

/**
 * The first commit after that of an anchor, on the way to HEAD, that touched its file. Undefined where there is none, where the
 * commit is not in the history of HEAD (a shallow clone, a rebase), and without Git or an answer of it in time.
 */
export async function changedSince(
  { root, git }: Checkout,
  { path, commit }: Pick<Anchor, 'path' | 'commit'>,
): Promise<Change | undefined> {
  if (path === undefined || commit === undefined || !/^[0-9a-f]{7,64}$/i.test(commit))
    return undefined;
  try {
    const [log] = await Promise.all([
      git(...LOG, '--reverse', '--format=%h %cs', `${commit}..HEAD`, '--', path),
      git('merge-base', '--is-ancestor', commit, 'HEAD'),
    ]);
    const [first = ''] = log.split('\n', 1);
    const [, changed, date] = /^([0-9a-f]+) (\S+)$/.exec(first) ?? [];
    if (changed === undefined || date === undefined) return undefined;
    const movedTo = isGone(root, path) ? await renamed(git, root, path, commit) : undefined;
    return { commit: changed, date, ...(movedTo !== undefined && { movedTo }) };
  } catch {
    return undefined;
  }
}

const LOG = ['log', '--abbrev=7', '--topo-order', '--no-follow', '--no-show-signature'] as const;

const isGone = (root: string, path: string) =>
  ['none', 'folder'].includes(findFile(root, path).kind);

/** Follows a file from the commit that removed it under one name to the next, until there is a file of that name. */
async function renamed(
  git: Git,
  root: string,
  path: string,
  commit: string,
): Promise<string | undefined> {
  let [from, to] = [commit, path];
  for (let step = 0; step < MOST_RENAMES; step += 1) {
    const removal = ['-1', '--diff-filter=D', '--format=%H'];
    from = (await git(...LOG, ...removal, `${from}..HEAD`, '--', to)).trim();
    if (from === '') return undefined;
    const renames = await git(
      ...['diff-tree', '-r', '-z', '-M', '--no-commit-id', '--no-ext-diff', '--no-textconv'],
      ...['--name-status', '--diff-filter=R', from],
    );
    // Each is `R093`, the old name and the new name.
    const fields = renames.split('\0');
    const at = fields.findIndex((field, index) => index % 3 === 1 && field === to);
    const next = at < 0 ? undefined : fields[at + 1];
    if (next === undefined || !isGone(root, next)) return next;
    to = next;
  }
  return undefined;
}
