import { sha256Hex } from './hash.js';
import { membersOf } from './json.js';

/** What a note is about. */
export interface Anchor {
  readonly path?: string | undefined;
  readonly lines?: string | undefined;
  readonly symbol?: string | undefined;
  readonly hash?: string | undefined;
  readonly commit?: string | undefined;
  readonly branch?: string | undefined;
}

/** What a vault elsewhere says that a note is about: only these members, and nothing of another shape. */
export function readAnchors(value: unknown): readonly Anchor[] {
  if (!Array.isArray(value)) return [];
  return value.map((one: unknown) => {
    const { path, lines, symbol, hash, commit, branch } = membersOf(one);
    return {
      path: textOf(path),
      lines: textOf(lines),
      symbol: textOf(symbol),
      hash: textOf(hash),
      commit: textOf(commit),
      branch: textOf(branch),
    };
  });
}

const textOf = (member: unknown) => (typeof member === 'string' ? member : undefined);

/** The name under which the answer of a service tells a hook what each note is about, by its id. */
export const ANCHORS_META = 'memory-vault/anchors';

/** What `PATH` or `PATH:10-24` names. The colon of a drive of Windows has no digits behind it. */
export function namedAnchor(name: string): Anchor & { readonly path: string } {
  const [, path = name, lines] = /^(.+?):(\d+(?:-\d+)?)$/s.exec(name) ?? [];
  return { path, ...(lines !== undefined && { lines }) };
}

/** Commits are compared by so many digits, as Git shows them. */
export const SHOWN_DIGITS = 7;

/** The most folders that a file can be in: it is found by each of them. */
export const MOST_FOLDERS = 32;

/** The most anchors of a note. */
export const MOST_ANCHORS = 20;

/** A path as it is looked up by: all are equally short. */
export const pathKey = (path: string) => sha256Hex(path).slice(0, 16);

/** What finds what is anchored there: `pathKey` of the files, and of the folders that hold them, each once. */
export function pathsOf(of: readonly Pick<Anchor, 'path'>[]): readonly string[] {
  const paths = new Set<string>();
  for (const { path } of of) {
    if (path === undefined) continue;
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1))
      paths.add(pathKey(path.slice(0, end + 1)));
    paths.add(pathKey(path));
  }
  return [...paths];
}

/** A commit as it is compared. */
export const commitKey = (commit: string) => commit.slice(0, SHOWN_DIGITS);

/** The commits of anchors as they are compared, each once. */
export function commitsOf(of: readonly Pick<Anchor, 'commit'>[]): readonly string[] {
  return [
    ...new Set(of.flatMap(({ commit }) => (commit === undefined ? [] : [commitKey(commit)]))),
  ];
}

/** Whether two notes are about the same symbol or some of the same lines of a file, or both about the same file as a whole. */
export function haveSamePlace(some: readonly Anchor[], others: readonly Anchor[]): boolean {
  return some.some((one) =>
    others.some((other) => {
      if (one.path === undefined || one.path !== other.path) return false;
      if (one.symbol !== undefined || other.symbol !== undefined)
        return one.symbol === other.symbol;
      const [from, to] = rangeOf(one);
      const [first, last] = rangeOf(other);
      return from <= last && first <= to && (to === Infinity) === (last === Infinity);
    }),
  );
}

function rangeOf({ lines }: Anchor): readonly [number, number] {
  if (lines === undefined) return [1, Infinity];
  const [first = 1, last = first] = lines.split('-').map(Number);
  return [first, last];
}

/** An anchor in a line, such as `src/a.ts:10-24 (charge)`, `@0123456` or `main`. */
export function anchorText({ path, lines, symbol, commit, branch }: Anchor): string {
  if (path === undefined) return commit === undefined ? (branch ?? '') : `@${commitKey(commit)}`;
  return `${path}${lines === undefined ? '' : `:${lines}`}${symbol === undefined ? '' : ` (${symbol})`}`;
}

/** Anchors in words, each once: first the files, then the commit and the branch, which mostly are those of all of them. */
export function anchorTexts(anchors: readonly Anchor[] = []): readonly string[] {
  const texts = [
    ...anchors.filter(({ path }) => path !== undefined),
    ...anchors.map(({ commit }) => ({ commit })),
    ...anchors.map(({ branch }) => ({ branch })),
  ].map(anchorText);
  return [...new Set(texts)].filter((text) => text !== '');
}
