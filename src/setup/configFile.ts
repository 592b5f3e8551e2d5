import { randomUUID } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '../diagnostics/diagnostic.js';
import { makeFolders } from '../files/makeDirectory.js';

/** A file of an agent as it is now. */
export interface ConfigFile {
  /** As the agent names it. */
  readonly path: string;
  /** Where links lead to. */
  readonly target: string;
  /** Its text, without the mark that some editors put before UTF-8. Undefined when there is no such file. */
  readonly text: string | undefined;
  readonly hasMark: boolean;
}

/** Far beyond any settings: parsing more would take minutes and is surely a mistake. */
const MOST_BYTES = 32 * 1024 * 1024;
const MARK = '\uFEFF';

/** Reads a file. Throws a `FileProblem` for what is there and cannot be edited: it says why, and what to do. */
export function readConfigFile(path: string): ConfigFile {
  if (!isThere(path)) return { path, target: path, text: undefined, hasMark: false };
  const target = asked(path, () => realpathSync(path));
  const stats = asked(target, () => statSync(target));
  refuseOdd(path, stats);
  asked(path, () => accessSync(target, constants.R_OK | constants.W_OK));
  const bytes = asked(path, () => readFileSync(target));
  if (bytes.includes(0))
    throw new FileProblem(path, 'this is not UTF-8 text, perhaps UTF-16. Save it as UTF-8');
  const text = asked(path, () => new TextDecoder('utf-8', UNCHANGED).decode(bytes));
  const hasMark = text.startsWith(MARK);
  return { path, target, text: hasMark ? text.slice(1) : text, hasMark };
}

/** False also where a file has the place of one of the folders above. */
function isThere(path: string): boolean {
  return asked(path, () => {
    try {
      return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    } catch (error) {
      if (codeOf(error) === 'ENOTDIR') return false;
      throw error;
    }
  });
}

/** Throws a `FileProblem` where a missing file cannot be made. */
export function assertCanBeMade(path: string): void {
  const parent = existingFolder(path);
  if (!asked(parent, () => statSync(parent)).isDirectory())
    throw new FileProblem(
      parent,
      `this is a file, but ${path} belongs into a folder of that name. Move the file away`,
    );
  asked(parent, () => accessSync(parent, constants.W_OK));
}

const UNCHANGED = { fatal: true, ignoreBOM: true };

function refuseOdd(path: string, stats: Stats): void {
  if (!stats.isFile())
    throw new FileProblem(path, 'this is not a regular file. Move it away, or name another');
  if (!(stats.mode & 0o222))
    throw new FileProblem(path, 'it is read-only. Make it writable, or edit its source');
  if (stats.size > MOST_BYTES)
    throw new FileProblem(
      path,
      `it has ${stats.size} bytes; setup edits files of at most ${MOST_BYTES} bytes`,
    );
}

/**
 * Replaces a file in one step by one with the same permissions, or removes it where `text` is undefined. Returns the folders
 * that it made, the outermost first. A new file and its folders get the permissions that `umask` leaves, by default that of the
 * process. Throws a `FileProblem`, also when the file is no longer as it was read.
 */
export function writeConfigFile(
  file: ConfigFile,
  text: string | undefined,
  umask?: number,
): readonly string[] {
  if (umask === undefined || file.text !== undefined) return replaceFile(file, text);
  const before = process.umask(umask);
  try {
    return replaceFile(file, text);
  } finally {
    process.umask(before);
  }
}

function replaceFile(file: ConfigFile, text: string | undefined): readonly string[] {
  const { path, target, hasMark } = file;
  const now = readConfigFile(path);
  if (now.text !== file.text || now.target !== target)
    throw new FileProblem(path, 'another program changed it meanwhile. Run the command again');
  return asked(path, () => {
    if (text === undefined) {
      rmSync(target, { force: true });
      return [];
    }
    const folders = makeFolders(dirname(target));
    const partial = join(dirname(target), `.memory-vault-${randomUUID()}`);
    try {
      writeFileSync(partial, hasMark ? MARK + text : text, { flag: 'wx', flush: true });
      if (file.text !== undefined) keepRights(target, partial);
      renameSync(partial, target);
    } catch (error) {
      rmSync(partial, { force: true });
      throw error;
    }
    return folders;
  });
}

/** Gives a new file the owner, the group and the permissions of the one that it replaces. */
function keepRights(from: string, to: string): void {
  const { mode, uid, gid } = statSync(from);
  const now = statSync(to);
  if (now.uid !== uid) chownSync(to, uid, gid);
  else if (now.gid !== gid) giveGroup(to, uid, gid);
  chmodSync(to, mode & 0o7777);
}

/** A user may own a file of a group that he or she is not in, and cannot make another one like it. */
function giveGroup(path: string, uid: number, gid: number): void {
  try {
    chownSync(path, uid, gid);
  } catch (error) {
    if (codeOf(error) !== 'EPERM') throw error;
  }
}

/** The nearest thing above a path that is there. */
function existingFolder(path: string): string {
  const parent = dirname(path);
  const found =
    parent === path || asked(parent, () => lstatSync(parent, { throwIfNoEntry: false }));
  return found ? parent : existingFolder(parent);
}

const NOT_ALLOWED =
  'this user may not read or write it. Change its permissions, or run the command as its owner';
const WHY: Readonly<Record<string, string>> = {
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: 'it is on a read-only file system',
  ELOOP: 'this link leads back to itself. Remove it',
  ENOENT: 'this link leads to nothing. Remove it, or make the file that it leads to',
  ENOTDIR: 'a file is where a folder should be. Move it away',
  ENOSPC: 'there is no space left on its disk',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'this is not UTF-8 text. Save it as UTF-8',
};

/** What the system refuses becomes a `FileProblem`. */
function asked<T>(path: string, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    if (error instanceof FileProblem || !(error instanceof Error)) throw error;
    throw new FileProblem(path, WHY[codeOf(error)] ?? error.message, { cause: error });
  }
}

/** A file of an agent that setup cannot read, understand or write. The message names it and says what to do. */
export class FileProblem extends Error {
  constructor(
    readonly path: string,
    what: string,
    options?: ErrorOptions,
  ) {
    super(`${path}: ${what}`, options);
    this.name = 'FileProblem';
  }
}

/** The place of an offset in a text, as editors count: `line 3, column 7`. */
export function placeAt(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n');
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`;
}
