import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { syncPath } from './syncPath.js';

/**
 * Creates a directory and its missing parents (0700) and syncs each into its parent: a name in a directory that was not
 * synced may be lost in a power failure, with everything below it. An existing directory is left unchanged. One by one, because
 * Node's own `recursive` never ends where nothing can be made, as in `/proc`.
 */
export function makeDirectory(directory: string): void {
  const path = resolve(directory);
  if (isDirectory(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeDirectory(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (isDirectory(path)) return;
    throw error;
  }
  syncPath(parent);
}

const isDirectory = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
