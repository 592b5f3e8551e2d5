import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { aboutFile, codeOf } from '../diagnostics/diagnostic.js';

/**
 * Writes a file (0600) that it makes: what had the name before is removed, so a link is never followed and a pipe never
 * waited for. With `flush`, the content is on disk afterwards.
 */
export function writeFreshFile(file: string, content: string, { flush = false } = {}): void {
  rmSync(file, { force: true });
  writeFileSync(file, content, { mode: 0o600, flag: 'wx', flush });
}

/**
 * Creates a file (0600) unless it exists. The file appears with all of its content or not at all, also when several
 * processes try at the same time, and it survives a power failure.
 */
export function makeFileOnce(file: string, content: string): void {
  const fresh = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    writeFileSync(fresh, content, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(fresh, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw aboutFile(error, file);
  } finally {
    rmSync(fresh, { force: true });
  }
  syncPath(dirname(file));
}

/**
 * Has a file made under the name `part`, of the same file system, and gives it its own name once it is whole: whoever looks
 * sees the old content or the new one. `part` is removed when `make` rejects and when the process exits.
 */
export async function replaceFile(
  file: string,
  part: string,
  make: () => Promise<void>,
): Promise<void> {
  const remove = () => rmSync(part, { force: true });
  // What an earlier process left, or a link that somebody has put there.
  remove();
  process.once('exit', remove);
  try {
    await make();
    renameSync(part, file);
  } finally {
    process.removeListener('exit', remove);
    remove();
  }
}

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
