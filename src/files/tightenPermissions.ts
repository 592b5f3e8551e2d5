import { chmodSync, lstatSync, readdirSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { isOfVault, SPOOL } from './checkDirectory.js';
import { isForeign } from './regularFile.js';

/** The permission bits of group and others. */
const OTHERS = 0o077;

/**
 * Removes the permissions of group and others on a data directory that was checked: the files of the vault become 0600, and
 * the directory 0700 when it holds nothing else, and the spool 0700.
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
  const spool = lstatSync(join(directory, SPOOL), { throwIfNoEntry: false });
  if (spool?.isDirectory()) tighten(join(directory, SPOOL), spool);
}

/**
 * The paths of a data directory whose permissions `tightenPermissions` would narrow, and those of another user, whose
 * permissions it leaves. Changes nothing, and throws where the directory cannot be read.
 */
export function loosePaths(directory: string): {
  readonly open: readonly string[];
  readonly foreign: readonly string[];
} {
  const names = readdirSync(directory);
  const ours = names.filter((name) => isOfVault(name) || name === SPOOL);
  const paths = [
    ...(ours.length === names.length ? [directory] : []),
    ...ours.map((name) => join(directory, name)),
  ];
  const open: string[] = [];
  const foreign: string[] = [];
  for (const path of paths) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats || stats.isSymbolicLink()) continue;
    if (isForeign(stats)) foreign.push(path);
    else if (isLoose(stats)) open.push(path);
  }
  return { open, foreign };
}

const isLoose = ({ uid, mode }: Stats) => uid === process.getuid?.() && (mode & OTHERS) !== 0;

function tighten(path: string, stats: Stats): void {
  if (isLoose(stats)) chmodSync(path, stats.mode & 0o7777 & ~OTHERS);
}
