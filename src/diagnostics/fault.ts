import type { DiagnosticCode } from './catalogue.js';

/** What a fault of a file is, and a sentence that says it of a file. */
export interface Fault {
  readonly code: DiagnosticCode;
  say(file: string): string;
}

const fault = (code: DiagnosticCode, say: Fault['say']): Fault => ({ code, say });

/**
 * The faults of files by the codes of SQLite (https://sqlite.org/rescode.html) and of Node
 * (https://nodejs.org/api/errors.html#common-system-errors). The first that fits counts.
 */
const FAULTS: readonly (readonly [RegExp, Fault])[] = [
  [
    /^(SQLITE_FULL|ENOSPC|EDQUOT)$/,
    fault('disk_full', (file) => `there is no space left for ${file}`),
  ],
  [
    /^(SQLITE_CORRUPT|SQLITE_NOTADB)/,
    fault('file_damaged', (file) => `${file} is damaged, or is no database`),
  ],
  [
    /^(SQLITE_READONLY_CANTINIT|SQLITE_READONLY_DIRECTORY|SQLITE_PERM|SQLITE_AUTH|EACCES|EPERM)/,
    fault('permission_denied', (file) => `this process may not use ${file}`),
  ],
  [
    // Node's answer for a link that may not be followed, and for a socket.
    /^(ELOOP|ENXIO)$/,
    fault('file_not_regular', (file) => `${file} is a link or a socket`),
  ],
  [/^(SQLITE_READONLY|EROFS$)/, fault('read_only', (file) => `${file} is read-only`)],
  [
    /^(EMFILE|ENFILE)$/,
    fault('too_many_files', (file) => `too many files are open, so ${file} cannot be opened`),
  ],
  [
    /^(SQLITE_BUSY|SQLITE_LOCKED|SQLITE_PROTOCOL|EBUSY$)/,
    fault('file_locked', (file) => `another program has locked ${file}`),
  ],
  [
    /^(ENOTDIR|EEXIST)$/,
    fault(
      'cannot_open',
      (file) => `${file} cannot be used, because a file has the name of a directory on that path`,
    ),
  ],
  [
    /^(SQLITE_CANTOPEN|ENOENT$|EISDIR$)/,
    fault('cannot_open', (file) => `${file} cannot be opened`),
  ],
  [/^(SQLITE_IOERR|EIO$)/, fault('disk_failed', (file) => `the disk failed with ${file}`)],
  [
    /^(SQLITE_NOMEM|ENOMEM$)/,
    fault('out_of_memory', (file) => `there is not enough memory for ${file}`),
  ],
];

/** The fault of a file that an error code stands for; undefined for any other error. */
export function faultOf(code: unknown): Fault | undefined {
  if (typeof code !== 'string') return undefined;
  return FAULTS.find(([pattern]) => pattern.test(code))?.[1];
}

/** True for the error of Node that nothing is at a path. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(ENOENT|ENOTDIR)$/.test(String(error.code));
}
