import type { Anchor } from '../../domain/anchor.js';
import { Anchors } from '../../domain/anchorSchemas.js';
import { isBesideCode, isForeign } from './pathKinds.js';

/** Beside the commit: a note has at most 20 anchors. */
const MOST_PATHS = 19;

/**
 * The anchors of a note: a commit, and files with paths from the root of the repository, code first. A path that no anchor can hold is
 * left out, and so is what was copied or generated, because no note is of use there.
 */
export function anchorsTo(commit: string | undefined, files: readonly string[]): readonly Anchor[] {
  const named = files.filter((path) => !isForeign(path) && canHold(path));
  const sorted = [
    ...named.filter((path) => !isBesideCode(path)),
    ...named.filter((path) => isBesideCode(path)),
  ];
  const paths = sorted.slice(0, MOST_PATHS).map((path) => ({ path }));
  return commit === undefined ? paths : [{ commit }, ...paths];
}

/** U+FFFD stands for what is not in UTF-8; line breaks and the like are in names that are made to deceive. */
function canHold(path: string): boolean {
  if (/[\p{Cc}\p{Cf}\uFFFD]/u.test(path)) return false;
  const { data, success } = Anchors.safeParse([{ path }]);
  return success && data[0]?.path === path;
}
