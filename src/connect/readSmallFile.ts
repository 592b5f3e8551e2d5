import { readFileSync, statSync } from 'node:fs';
import { decodeText } from '../domain/unicode.js';

const MAX_BYTES = 1_048_576;

/**
 * The text of a file. Undefined when there is none, when it cannot be read or has more than a MiB, when it is no plain file
 * (reading a pipe would wait), and when it is no text in UTF-8, unless `isLossy` allows for signs that cannot be read.
 */
export function readSmallFile(path: string, { isLossy = false } = {}): string | undefined {
  try {
    const found = statSync(path);
    if (!found.isFile() || found.size > MAX_BYTES) return undefined;
    const bytes = readFileSync(path);
    return decodeText(bytes) ?? (isLossy ? bytes.toString('utf8') : undefined);
  } catch {
    return undefined;
  }
}
