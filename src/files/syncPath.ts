import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes a file's content last through a loss of power; of a directory, the names in it. */
export function syncPath(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
