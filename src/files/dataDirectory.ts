import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { codeOf, Diagnostic, diagnosticOf } from '../diagnostics/diagnostic.js';
import { makeDirectory } from './makeDirectory.js';
import { foreignFile, isForeign, notRegular, uids } from './regularFile.js';

/**
 * Makes a data directory that a vault may write to: creates it (0700) if it is missing, checks it (`checkDirectory`), and
 * makes it and the files of the vault private. Returns its real path, since a link could lead elsewhere later. Throws what
 * `checkDirectory` throws, and `cannot_open` where a file has its name, or that of a folder above it.
 */
export function claimDirectory(directory: string): string {
  try {
    makeDirectory(directory);
  } catch (error) {
    throw isNoDirectory(error) ? noDirectory(directory, error) : diagnosticOf(error);
  }
  const real = checkDirectory(directory);
  tightenPermissions(real);
  return real;
}

/**
 * The same for a folder in a data directory, which is claimed as well: no link is followed to it, and nobody else may have laid
 * it out. Returns its path. Throws `directory_unsafe` or `file_foreign`, too.
 */
export function claimFolder(directory: string, name: string): string {
  const folder = join(claimDirectory(directory), name);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (!isNoDirectory(error)) throw error;
  }
  refuseLaidOut(folder);
  return folder;
}

/** True for a folder that `claimFolder` would take, in a directory that `checkDirectory` lets pass. Changes nothing. */
export function isOwnFolder(directory: string, name: string): boolean {
  try {
    refuseLaidOut(join(checkDirectory(directory), name));
    return true;
  } catch {
    return false;
  }
}

function refuseLaidOut(folder: string): void {
  const found = lstatSync(folder);
  if (isForeign(found)) throw foreignFile(folder, found);
  if (found.isDirectory()) return;
  const said = `${folder} is a link or a file, and this program makes a folder of that name`;
  const next = 'find out who put it there, and remove it';
  throw new Diagnostic('directory_unsafe', said, { file: folder, next });
}

/** What would keep `claimDirectory` from making a directory that is missing; undefined when nothing would. Changes nothing. */
export function whyNotMade(directory: string): Diagnostic | undefined {
  const above = nearestAbove(directory);
  try {
    if (!statSync(above).isDirectory()) return noDirectory(above);
    accessSync(above, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return diagnosticOf(error);
  }
}

/** The path itself, or the nearest one above it that is there. */
export function nearestAbove(path: string): string {
  let above = resolve(path);
  while (!existsSync(above) && above !== dirname(above)) above = dirname(above);
  return above;
}

const isNoDirectory = (error: unknown) => ['EEXIST', 'ENOTDIR'].includes(codeOf(error));

const noDirectory = (directory: string, cause?: unknown) =>
  new Diagnostic('cannot_open', `${directory} is not a directory: a file has that name`, {
    file: directory,
    setting: 'VAULT_DATA_DIR',
    cause,
    next: 'set VAULT_DATA_DIR to a directory, or move that file away',
  });

const OTHERS_WRITE = 0o002;

/** How the names of all files begin that a vault opens or makes in its data directory. */
const OURS =
  /^(?:(?:log|views|hive)\.db|writer\.|admin\.key|token\.secret|clock\.json|upkeep\.json|checkpoint\.|service\.json|setup\.json|on-demand\.log)/;

/** The folder in which hooks keep what waits, and what they have read; they make it for its owner alone. */
export const SPOOL = 'spool';

/** True for the names that a vault gives to files in its data directory. */
export const isOfVault = (name: string) => OURS.test(name);

/**
 * The real path of a data directory in which nobody else can have laid anything out: neither it nor a file of the vault in
 * it belongs to another user, root aside, and what has the name of such a file is a regular file. SQLite and `chmod` follow
 * links, so this is checked before anything is opened. Changes nothing.
 *
 * Throws `directory_unsafe`, `directory_foreign`, `file_foreign` or `file_not_regular`. The directory itself may be a link.
 */
export function checkDirectory(directory: string): string {
  refuseForeignDirectory(directory, lstatSync(directory));
  const real = realpathSync(directory);
  const stats = statSync(real);
  refuseForeignDirectory(real, stats);
  refuseWorldWritable(real, stats);
  for (const name of readdirSync(real).filter(isOfVault)) {
    const file = join(real, name);
    // One that a running service has just removed is no danger.
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found && !found.isFile()) throw notRegular(file);
    if (found && isForeign(found)) throw foreignFile(file, found);
  }
  return real;
}

function refuseForeignDirectory(directory: string, stats: Stats): void {
  if (!isForeign(stats)) return;
  throw new Diagnostic('directory_foreign', `${directory} ${uids(stats)}`, {
    file: directory,
    setting: 'VAULT_DATA_DIR',
    next: `run memory-vault as the user ${stats.uid}, or give the directory with all its files to this one: chown -R ${process.getuid?.()} ${directory}`,
  });
}

function refuseWorldWritable(directory: string, { mode }: Stats): void {
  // Windows has no such modes.
  if (process.getuid === undefined || !(mode & OTHERS_WRITE)) return;
  throw new Diagnostic(
    'directory_unsafe',
    `every user of this machine may write to ${directory} and replace its files`,
    {
      file: directory,
      setting: 'VAULT_DATA_DIR',
      // Another directory would be an empty vault.
      next: existsSync(join(directory, 'log.db'))
        ? `run chmod o-w ${directory}, and look whether somebody changed its files: memory-vault verify`
        : `set VAULT_DATA_DIR=${join(directory, 'memory-vault')}, which the service makes private, or run chmod o-w on the directory`,
    },
  );
}

/** The permission bits of group and others. */
const OTHERS = 0o077;

/** The directory, when it holds nothing else, the files of the vault in it, and the spool. Each is looked at when it is asked for. */
function* ownPaths(directory: string): Generator<{ readonly path: string; readonly stats: Stats }> {
  const names = readdirSync(directory);
  const ours = names.filter((name) => isOfVault(name) || name === SPOOL);
  const paths = ours.map((name) => join(directory, name));
  if (ours.length === names.length) paths.unshift(directory);
  for (const path of paths) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats && !stats.isSymbolicLink()) yield { path, stats };
  }
}

const isLoose = ({ uid, mode }: Stats) => uid === process.getuid?.() && (mode & OTHERS) !== 0;

/**
 * Removes the permissions of group and others on a data directory that was checked: the files of the vault become 0600, and
 * the directory 0700 when it holds nothing else, and the spool 0700.
 */
export function tightenPermissions(directory: string): void {
  // The directory first: from then on, nobody else can replace a file by a link, which `chmod` would follow.
  for (const { path, stats } of ownPaths(directory))
    if (isLoose(stats)) chmodSync(path, stats.mode & 0o7777 & ~OTHERS);
}

/**
 * The paths of a data directory whose permissions `tightenPermissions` would narrow, and those of another user, whose
 * permissions it leaves. Changes nothing, and throws where the directory cannot be read.
 */
export function loosePaths(directory: string): {
  readonly open: readonly string[];
  readonly foreign: readonly string[];
} {
  const all = [...ownPaths(directory)];
  const foreign = all.filter(({ stats }) => isForeign(stats));
  const open = all.filter(({ stats }) => !isForeign(stats) && isLoose(stats));
  return { open: open.map(({ path }) => path), foreign: foreign.map(({ path }) => path) };
}
