import { rmdirSync } from 'node:fs';

/** Removes folders that `makeFolders` made, as far as nothing is in them. Returns the others. */
export function removeFolders(folders: readonly string[]): string[] {
  const left: string[] = [];
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder);
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isGone) left.unshift(folder);
    }
  }
  return left;
}
