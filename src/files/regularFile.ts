import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs';
import { Diagnostic } from '../diagnostics/diagnostic.js';

// Windows has neither of the two. Opening a pipe waits for somebody who writes, unless told not to.
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const NO_LINK = constants.O_NOFOLLOW ?? 0;

/**
 * The bytes of a file that whoever runs the vault has named; it may be a link. Throws `file_not_regular` for a pipe, a device or
 * a directory, and never waits for one.
 */
export function readRegularFile(file: string): Buffer {
  return read(file, READ, () => {});
}

/**
 * The text of a file that the vault has made. Throws `file_not_regular` for anything but a regular file, also for a link to
 * one, and `file_foreign` when it belongs to another user than this one or root.
 */
export function readOwnFile(file: string): string {
  const bytes = read(file, READ | NO_LINK, (stats) => {
    if (isForeign(stats)) throw foreignFile(file, stats);
  });
  return bytes.toString('utf8');
}

/** What such a file says in JSON; undefined where there is none, it cannot be read, or it says something else. */
export function readOwnJson(file: string): unknown {
  try {
    return JSON.parse(readOwnFile(file));
  } catch {
    return undefined;
  }
}

function read(file: string, flags: number, check: (stats: Stats) => void): Buffer {
  const handle = openSync(file, flags);
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) throw notRegular(file);
    check(stats);
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** True for what belongs to another user than this one. What root wrote is trusted: root can do anything anyway. */
export function isForeign({ uid }: Stats): boolean {
  // Windows has no such owners.
  const own = process.getuid?.();
  return own !== undefined && uid !== own && uid !== 0;
}

/** Whose something is and who wants to use it, as the end of a sentence. */
export function uids({ uid }: Stats): string {
  return `belongs to the user ${uid}, and this process runs as the user ${process.getuid?.()}`;
}

export function foreignFile(file: string, stats: Stats): Diagnostic {
  return new Diagnostic('file_foreign', `${file} ${uids(stats)}`, { file });
}

/** `next` is what to do where it is not in the data directory. */
export function notRegular(file: string, next?: string): Diagnostic {
  return new Diagnostic('file_not_regular', `${file} is a link, a pipe, a device or a directory`, {
    file,
    next,
  });
}

/** What became of the name of a file that was opened by it. */
export type Place = 'there' | 'gone' | 'replaced';

/**
 * Remembers which file has a name now. The function says whether that name still leads to the same file: a process
 * that has it open would go on to write into a file that nobody can find. It takes some ten microseconds, and throws when the
 * name cannot be looked up, say because the directory may no longer be read.
 */
export function placeOf(file: string): () => Place {
  const opened = identityOf(file);
  return () => {
    const now = identityOf(file);
    if (now === undefined) return 'gone';
    return now === opened ? 'there' : 'replaced';
  };
}

/** Device and inode; undefined when there is no such file. Numbers of inodes may not fit into a double. */
function identityOf(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev} ${stats.ino}`;
}
