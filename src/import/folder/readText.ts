import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { messageOf } from '../../diagnostics/messageOf.js';
import { decodeText } from '../../domain/decodeText.js';

/** The text of a file, and when it was changed, in milliseconds since 1970. */
export interface ReadText {
  readonly text: string;
  readonly modified: number;
}

const MOST_BYTES = 8 * 1024 * 1024;
// Windows has neither. A link may have taken the place of the file, and a pipe would wait for somebody who writes.
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** The text of a file, without a mark of the byte order, or the reason why it is not read. */
export function readText(file: string): ReadText | { readonly skipped: string } {
  let handle: number | undefined;
  try {
    handle = openSync(file, READ);
    const stats = fstatSync(handle);
    if (!stats.isFile()) return { skipped: 'it is no regular file' };
    if (stats.size > MOST_BYTES) return { skipped: 'it has more than 8 MiB' };
    const bytes = readFileSync(handle);
    const text = decodeText(bytes);
    if (text === undefined) return { skipped: 'it is not in UTF-8' };
    if (text.includes('\0')) return { skipped: 'it is binary' };
    return { text, modified: Math.max(0, stats.mtimeMs) };
  } catch (error) {
    return { skipped: messageOf(error, 'it') };
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
