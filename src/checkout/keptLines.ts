import type { Anchor } from '../domain/anchor.js';
import { type LineRange, rangeOf } from './fileText.js';
import type { Git } from './git.js';

/** Commits that are compared with the working copy, one Git each. */
const MOST_COMMITS = 6;

// Of a blob and a file, since a file that Git does not follow may have been one that it did.
const DIFF = ['diff', '-U0', '-w', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm;

/** Lines of one text, and the number by which those behind them are further down in another. */
interface Hunk {
  readonly removed: LineRange;
  readonly shift: number;
}

/**
 * Which of the lines of anchors of one file still stand in the working copy, and where: what Git finds unchanged since the commit of
 * each. Without an entry: without lines or a commit, where Git does not know the commit or has no time, and beyond the first
 * six commits.
 */
export async function keptLines(
  git: Git,
  path: string,
  anchors: readonly Anchor[],
): Promise<ReadonlyMap<Anchor, readonly LineRange[]>> {
  const commits = [...new Set(anchors.flatMap(({ commit }) => commit ?? []))];
  const known = commits.filter((commit) => /^[0-9a-f]{7,64}$/i.test(commit));
  const found = await Promise.all(
    known.slice(0, MOST_COMMITS).map(async (commit) => {
      const diff = git(...DIFF, `${commit}:${path}`, '--', path);
      return [commit, await diff.then(hunksOf, () => undefined)] as const;
    }),
  );
  const hunksSince = new Map(found);
  return new Map(
    anchors.flatMap((anchor) => {
      const hunks = hunksSince.get(anchor.commit ?? '');
      const range = rangeOf(anchor.lines ?? '');
      return hunks && range ? [[anchor, keptOf(range, hunks)] as const] : [];
    }),
  );
}

function hunksOf(diff: string): readonly Hunk[] {
  let shift = 0;
  return [...diff.matchAll(HUNK)].map(([, start, gone = '1', , added = '1']) => {
    // A hunk that removes nothing names the line before it.
    const first = Number(start) + (gone === '0' ? 1 : 0);
    shift += Number(added) - Number(gone);
    return { removed: { first, last: first + Number(gone) - 1 }, shift };
  });
}

/** The pieces of a range between the hunks, where they are now. */
function keptOf({ first, last }: LineRange, hunks: readonly Hunk[]): readonly LineRange[] {
  const kept: LineRange[] = [];
  let at = first;
  let shift = 0;
  for (const hunk of hunks) {
    if (hunk.removed.first > last) break;
    if (hunk.removed.first > at)
      kept.push({ first: at + shift, last: hunk.removed.first - 1 + shift });
    at = Math.max(at, hunk.removed.last + 1);
    shift = hunk.shift;
  }
  if (at <= last) kept.push({ first: at + shift, last: last + shift });
  return kept;
}
