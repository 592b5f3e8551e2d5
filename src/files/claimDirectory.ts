import { accessSync, constants, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Diagnostic, diagnosticOf } from '../diagnostics/diagnostic.js';
import { checkDirectory } from './checkDirectory.js';
import { makeDirectory } from './makeDirectory.js';
import { foreignFile, isForeign } from './regularFile.js';
import { tightenPermissions } from './tightenPermissions.js';

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
  const next = 'look who has laid it there, and remove it';
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

const isNoDirectory = (error: unknown) =>
  error instanceof Error && 'code' in error && ['EEXIST', 'ENOTDIR'].includes(String(error.code));

const noDirectory = (directory: string, cause?: unknown) =>
  new Diagnostic('cannot_open', `${directory} is no directory: a file has that name`, {
    ...{ file: directory, setting: 'VAULT_DATA_DIR', cause },
    next: 'set VAULT_DATA_DIR to a directory, or move that file away',
  });
