import { readFileSync, writeFileSync } from 'node:fs';
import { liveBytesOf, rootsOf } from './sqlitePages.js';

/**
 * Flips the lowest bit in every tenth byte of what the records of an index (or of a table without row ids) hold, so that
 * SQLite finds other keys there, in the wrong places, and nothing that it calls an error. The file must be closed.
 */
export function damageIndex(file: string, name: string): void {
  const bytes = readFileSync(file);
  const live = liveBytesOf(bytes, rootsOf(file));
  for (const [n, at] of (live.get(`${name} / records`) ?? []).entries()) {
    if (n % 10 === 5) bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  }
  writeFileSync(file, bytes);
}
