import { closeSync, fsyncSync, openSync } from 'node:fs';
import { aboutFile } from '../diagnostics/diagnostic.js';

/** Syncs a file's content, or the names in a directory, to disk, so that it survives a power failure. */
export function syncPath(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } catch (error) {
    throw aboutFile(error, path);
  } finally {
    closeSync(handle);
  }
}
