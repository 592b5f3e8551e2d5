import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes the content of a file durable (fsync); for a directory, the names in it. */
export function syncPath(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
