import { mkdirSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a folder with the missing ones above it. Returns those that it made, the outermost first. */
export function makeFolders(folder: string): readonly string[] {
  const first = mkdirSync(folder, { recursive: true });
  if (first === undefined) return [];
  const made = [folder];
  for (let one = folder; one !== first; one = dirname(one)) made.unshift(dirname(one));
  return made;
}

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
