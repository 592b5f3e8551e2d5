/** What a note is about. */
export interface Anchor {
  readonly path?: string | undefined;
  readonly lines?: string | undefined;
  readonly symbol?: string | undefined;
  readonly hash?: string | undefined;
  readonly commit?: string | undefined;
  readonly branch?: string | undefined;
}

/** Commits are compared by so many digits, as Git shows them. */
export const SHOWN_DIGITS = 7;

/** The paths that find what is anchored there: of the files, and of the folders that hold them, each once. */
export function pathsOf(of: readonly Pick<Anchor, 'path'>[]): readonly string[] {
  const paths = new Set<string>();
  for (const { path } of of) {
    if (path === undefined) continue;
    for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1))
      paths.add(path.slice(0, end + 1));
    paths.add(path);
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
