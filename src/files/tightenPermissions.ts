import { chmodSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { Diagnostic } from '../diagnostics/diagnostic.js';

/** The permission bits of group and others. */
const OTHERS = 0o077;
const OTHERS_WRITE = 0o002;

const OURS =
  /^(?:(?:log|views|hive)\.db|writer\.|admin\.key|token\.secret|clock\.json|checkpoint\.)/;

/**
 * Removes the permissions of group and others on an existing data directory: the files of the vault become 0600, and the
 * directory 0700 when it holds nothing else. Throws when everybody may write to the directory, because then anyone could
 * replace the vault's files.
 */
export function tightenPermissions(directory: string): void {
  // Windows has no such modes.
  if (process.getuid === undefined) return;
  const current = statSync(directory);
  if (current.mode & OTHERS_WRITE) {
    throw new Diagnostic(
      'directory_unsafe',
      `every user of this machine may write to ${directory} and replace its files`,
      {
        file: directory,
        setting: 'VAULT_DATA_DIR',
        next: `set VAULT_DATA_DIR=${join(directory, 'memory-vault')}, which will be made private, or run chmod o-w on the directory`,
      },
    );
  }
  const names = readdirSync(directory);
  if (names.every((name) => OURS.test(name))) tighten(directory, current);
  for (const name of names.filter((name) => OURS.test(name))) {
    const file = join(directory, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats?.isFile()) tighten(file, stats);
  }
}

function tighten(path: string, { uid, mode }: Stats): void {
  if (uid === process.getuid?.() && mode & OTHERS) chmodSync(path, mode & 0o7777 & ~OTHERS);
}
