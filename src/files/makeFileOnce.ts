import { randomBytes } from 'node:crypto';
import { linkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { aboutFile } from '../diagnostics/diagnostic.js';
import { syncPath } from './syncPath.js';

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
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
      throw aboutFile(error, file);
  } finally {
    rmSync(fresh, { force: true });
  }
  syncPath(dirname(file));
}
