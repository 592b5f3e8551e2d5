import { closeSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { makeFileOnce } from '../files/makeFileOnce.js';

/** Of the write-ahead log format (sqlite.org/walformat.html), bytes. */
const WAL_HEADER = 32;
const FRAME_HEADER = 24;

const walOf = (file: string) => `${file}-wal`;

/**
 * Whether the last to use `file` did not close it: then its write-ahead log is still there, maybe empty. Or they did, and
 * said that something was left to do.
 */
export function wasLeft(file: string): boolean {
  return existsSync(walOf(file)) || isSoiled(file);
}

/** Of a file that is closed, but not without what was deleted from it. */
export const SOILED = '-soiled';
const markOf = (file: string) => file + SOILED;

/** Has whoever opens `file` next know that something deleted may still be readable in it. */
export function markSoiled(file: string): void {
  makeFileOnce(markOf(file), '');
}

export function isSoiled(file: string): boolean {
  return existsSync(markOf(file));
}

/** Takes that back. */
export function unmarkSoiled(file: string): void {
  rmSync(markOf(file), { force: true });
}

/** Bytes of the write-ahead log that is there before `file` is opened. */
export function leftInWal(file: string): number {
  return statSync(walOf(file), { throwIfNoEntry: false })?.size ?? 0;
}

/** The pages of `file`, numbered from 1, of which its write-ahead log holds a version, or held one before it began anew. */
export function pagesInWal(file: string, pageSize: number): ReadonlySet<number> {
  const pages = new Set<number>();
  if (leftInWal(file) === 0) return pages;
  const wal = openSync(walOf(file), 'r');
  try {
    const number = Buffer.alloc(4);
    for (let at = WAL_HEADER; ; at += FRAME_HEADER + pageSize) {
      if (readSync(wal, number, 0, 4, at) < 4) return pages;
      pages.add(number.readUInt32BE());
    }
  } finally {
    closeSync(wal);
  }
}
