import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Syncs a file's content, or the names in a directory, to disk, so that it survives a power failure. */
export function syncPath(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
