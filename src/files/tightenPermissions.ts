import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { isOfVault } from './checkDirectory.js';

/** The folder in which hooks keep what waits; they make it for its owner alone. */
const SPOOL = 'spool';

/** The permission bits of group and others. */
const OTHERS = 0o077;

/**
 * Removes the permissions of group and others on a data directory that was checked: the files of the vault become 0600, and
 * the directory 0700 when it holds nothing else.
 */
export function tightenPermissions(directory: string): void {
  const names = readdirSync(directory);
  // The directory first: from then on, nobody else can replace a file by a link, which `chmod` would follow.
  if (names.every((name) => isOfVault(name) || name === SPOOL))
    tighten(directory, lstatSync(directory));
  for (const name of names.filter(isOfVault)) {
    const file = join(directory, name);
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats?.isFile()) tighten(file, stats);
  }
}

function tighten(path: string, { uid, mode }: Stats): void {
  if (uid === process.getuid?.() && mode & OTHERS) chmodSync(path, mode & 0o7777 & ~OTHERS);
}
