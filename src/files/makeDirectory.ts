import { mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { codeOf } from '../diagnostics/diagnostic.js';
import { syncPath } from './writeFile.js';

/**
 * Creates a directory and its missing parents (0700) and syncs each into its parent: a name in a directory that was not
 * synced may be lost in a power failure, with everything below it. An existing directory is left unchanged.
 */
export function makeDirectory(directory: string): void {
  for (const made of makeFolders(directory, 0o700)) syncPath(dirname(made));
}

/**
 * Creates a directory and its missing parents. Returns those that it made, the outermost first. One by one, because Node's own
 * `recursive` never ends where nothing can be made, as in `/proc`. Another process may make them meanwhile.
 */
export function makeFolders(folder: string, mode = 0o777): readonly string[] {
  const path = resolve(folder);
  if (isDirectory(path)) return [];
  const parent = dirname(path);
  const above = parent === path ? [] : makeFolders(parent, mode);
  try {
    mkdirSync(path, { mode });
    return [...above, path];
  } catch (error) {
    if (isDirectory(path)) return above;
    throw error;
  }
}

const isDirectory = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Removes folders that `makeFolders` made, as far as nothing is in them. Returns the others. */
export function removeFolders(folders: readonly string[]): string[] {
  const left: string[] = [];
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') left.unshift(folder);
    }
  }
  return left;
}
