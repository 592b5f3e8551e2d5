import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Makes a folder with the missing ones above it. Returns those that it made, the outermost first. */
export function makeFolders(folder: string): readonly string[] {
  const missing: string[] = [];
  for (let one = folder; !existsSync(one); one = dirname(one)) missing.unshift(one);
  for (const one of missing) mkdirSync(one);
  return missing;
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
