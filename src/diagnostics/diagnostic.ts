import { format } from 'node:util';
import { DIAGNOSTICS, type DiagnosticCode, entryOf, FILE_CODES, type Level } from './catalogue.js';

/** What a diagnostic is about, for those who read it by a program. */
export interface About {
  /** Absolute path of the file or directory that is concerned. */
  readonly file?: string | undefined;
  /** Name of the setting (`VAULT_…`) or option (`--…`) that is concerned. */
  readonly setting?: string | undefined;
  /** What to do, where this one case can say it better than the catalogue. */
  readonly next?: string | undefined;
}

/**
 * Something that whoever runs the vault has to know: a fault of its files or its surroundings. `code` is stable and
 * listed in docs/messages.md. `message` says what is the case and names what it concerns; `next` says what to do.
 */
export class Diagnostic extends Error {
  readonly code: DiagnosticCode;
  readonly file: string | undefined;
  readonly setting: string | undefined;
  /** What to do about it; undefined where there is nothing to do. */
  readonly next: string | undefined;

  constructor(
    code: DiagnosticCode,
    message: string,
    { file, setting, next = entryOf(code).next, ...options }: About & ErrorOptions = {},
  ) {
    super(message, options);
    this.name = 'Diagnostic';
    this.code = code;
    this.file = file;
    this.setting = setting;
    this.next = next;
  }

  get level(): Level {
    return entryOf(this.code).level;
  }
}

/**
 * Any error as a diagnostic. Errors of SQLite and of Node become a fault of the file that they name: this is the only
 * place that translates them. One that crossed from a thread is a plain error and keeps its code, file and setting. One
 * that was thrown because of a diagnostic gives that diagnostic. One that nobody foresaw is an `internal_error`.
 */
export function diagnosticOf(error: unknown): Diagnostic {
  if (error instanceof Diagnostic) return error;
  if (!(error instanceof Error)) return new Diagnostic('internal_error', String(error));
  const { code, setting, message, cause } = error as Error & { code?: unknown } & About;
  const file = fileOf(error);
  if (isCode(code)) return new Diagnostic(code, message, { file, setting, cause: error });
  if (cause instanceof Diagnostic) return cause;
  const fault = faultOf(code);
  if (!fault) return new Diagnostic('internal_error', message, { cause: error });
  return new Diagnostic(fault.code, messageOf(error), { file, setting, cause: error });
}

/** True for every fault of a file, also that it is damaged or that the disk fails. */
export function isOfFile(error: unknown): boolean {
  return Object.hasOwn(FILE_CODES, diagnosticOf(error).code);
}

/** True for what keeps a file from being read without saying anything about its content. */
export function isOfSurroundings(error: unknown): boolean {
  return isOfFile(error) && !/^(disk_failed|file_damaged)$/.test(diagnosticOf(error).code);
}

function isCode(code: unknown): code is DiagnosticCode {
  return typeof code === 'string' && Object.hasOwn(DIAGNOSTICS, code);
}

/**
 * Lets an error say which file it is about, for `diagnosticOf`, unless it names one already. Returns the error itself:
 * whoever catches it by its class or code still does.
 */
export function aboutFile(error: unknown, file: string): unknown {
  if (error instanceof Error && !(error instanceof Diagnostic) && fileOf(error) === undefined)
    Object.assign(error, { file });
  return error;
}

/**
 * What went wrong and what to do about it, for a person or a model, without a code of the operating system. A message without a
 * code of its own says by itself what to do. A cause with a code knows better what to do.
 */
export function sentenceOf(error: unknown): string {
  const diagnostic = diagnosticOf(error);
  const { code, message, cause } = diagnostic;
  const { next } = cause instanceof Diagnostic ? cause : diagnostic;
  if (code === 'internal_error' || next === undefined) return message;
  return `${message}. ${next.charAt(0).toUpperCase()}${next.slice(1)}`;
}

/**
 * What an error says, which may be anything that was thrown: for a fault of a file a sentence of ours in the place of the one of
 * SQLite or the operating system. That sentence calls the file `name`, by default as the error does.
 */
export function messageOf(error: unknown, name?: string): string {
  if (!(error instanceof Error)) return String(error);
  const fault = 'code' in error ? faultOf(error.code) : undefined;
  return fault?.say(name ?? fileOf(error) ?? 'a file of the vault') ?? error.message;
}

/** The file that an error names: ours have `file`, those of Node `path`. */
function fileOf(error: Error): string | undefined {
  const { file, path } = error as Error & { file?: unknown; path?: unknown };
  return [file, path].find((one) => typeof one === 'string');
}

/**
 * The faults of files by the codes of SQLite (https://sqlite.org/rescode.html) and of Node
 * (https://nodejs.org/api/errors.html#common-system-errors), and what they say of a file (%s). The first that fits counts.
 */
const FAULTS: readonly (readonly [codes: RegExp, code: DiagnosticCode, says: string])[] = [
  [/^(SQLITE_FULL|ENOSPC|EDQUOT)$/, 'disk_full', 'there is no space left for %s'],
  [/^(SQLITE_CORRUPT|SQLITE_NOTADB)/, 'file_damaged', '%s is damaged, or is not a database'],
  [
    /^(SQLITE_READONLY_CANTINIT|SQLITE_READONLY_DIRECTORY|SQLITE_PERM|SQLITE_AUTH|EACCES|EPERM)/,
    'permission_denied',
    'this process may not use %s',
  ],
  // Node's answer for a link that may not be followed, and for a socket.
  [/^(ELOOP|ENXIO)$/, 'file_not_regular', '%s is a link or a socket'],
  [/^(SQLITE_READONLY|EROFS$)/, 'read_only', '%s is read-only'],
  [/^(EMFILE|ENFILE)$/, 'too_many_files', 'too many files are open, so %s cannot be opened'],
  [
    /^(SQLITE_BUSY|SQLITE_LOCKED|SQLITE_PROTOCOL|EBUSY$)/,
    'file_locked',
    'another program has locked %s',
  ],
  [
    /^(ENOTDIR|EEXIST)$/,
    'cannot_open',
    '%s cannot be used, because a file has the name of a directory on that path',
  ],
  [/^(SQLITE_CANTOPEN|ENOENT$|EISDIR$)/, 'cannot_open', '%s cannot be opened'],
  [/^(SQLITE_IOERR|EIO$)/, 'disk_failed', 'the disk failed with %s'],
  [/^(SQLITE_NOMEM|ENOMEM$)/, 'out_of_memory', 'there is not enough memory for %s'],
];

/** The fault of a file that an error code stands for, and a sentence that says it of a file; undefined for any other error. */
export function faultOf(
  code: unknown,
): { readonly code: DiagnosticCode; say(file: string): string } | undefined {
  const fault = FAULTS.find(([codes]) => typeof code === 'string' && codes.test(code));
  return fault && { code: fault[1], say: (file) => format(fault[2], file) };
}

/** The code of an error of the system, such as `ENOENT`; empty for any other. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** True for the error of Node that nothing is at a path. */
export function isMissing(error: unknown): boolean {
  return /^(ENOENT|ENOTDIR)$/.test(codeOf(error));
}
