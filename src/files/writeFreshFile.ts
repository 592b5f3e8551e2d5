import { rmSync, writeFileSync } from 'node:fs';

/**
 * Writes a file (0600) that it makes: what had the name before is removed, so a link is never followed and a pipe never
 * waited for. With `flush`, the content is on disk afterwards.
 */
export function writeFreshFile(file: string, content: string, { flush = false } = {}): void {
  rmSync(file, { force: true });
  writeFileSync(file, content, { mode: 0o600, flag: 'wx', flush });
}
