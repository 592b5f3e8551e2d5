import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { syncPath } from './syncPath.js';

/**
 * Creates a directory and its missing parents (0700) and syncs each into its parent: a name in a directory that was not
 * synced may be lost in a power failure, with everything below it. An existing directory is left unchanged.
 */
export function makeDirectory(directory: string): void {
  const first = mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const existing = dirname(resolve(first));
  for (let made = resolve(directory); made !== existing; made = dirname(made)) {
    syncPath(dirname(made));
  }
}
