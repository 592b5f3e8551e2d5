import { readFileSync, statSync } from 'node:fs';

const MAX_BYTES = 1_048_576;

/**
 * The text of a file. Undefined when there is none, when it cannot be read or has more than a MiB, and when it is no plain
 * file: reading a pipe would wait.
 */
export function readSmallFile(path: string): string | undefined {
  try {
    const found = statSync(path);
    if (!found.isFile() || found.size > MAX_BYTES) return undefined;
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
