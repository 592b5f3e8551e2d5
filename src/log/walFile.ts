import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';

/** Of the write-ahead log format (sqlite.org/walformat.html), bytes. */
const WAL_HEADER = 32;
const FRAME_HEADER = 24;

const walOf = (file: string) => `${file}-wal`;

/** Whether the last to use `file` did not close it: then its write-ahead log is still there, maybe empty. */
export function wasLeft(file: string): boolean {
  return existsSync(walOf(file));
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
