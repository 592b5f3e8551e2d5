/** File systems that ignore case, or the form of a letter with marks, compare names in some such way. */
const compared = (path: string) => path.normalize('NFKC').toUpperCase().toLowerCase();

/**
 * Gives each thing a path `folder/stem.md` that no other has: that of the first stem which is free, and of the last one in any
 * case, which has to be unique.
 */
export function freePaths(): (folder: string, ...stems: readonly [string, ...string[]]) => string {
  const taken = new Set<string>();
  return (folder, ...stems) => {
    const paths = stems.map((stem) => `${folder}/${stem}.md`);
    const path = paths.find((one) => !taken.has(compared(one))) ?? paths.at(-1) ?? '';
    taken.add(compared(path));
    return path;
  };
}
