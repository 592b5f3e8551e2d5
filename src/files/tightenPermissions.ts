import { chmodSync, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';

/** The rights of the group and of others. */
const OTHERS = 0o077;
const OTHERS_WRITE = 0o002;

const OURS = /^(?:(?:log|views|hive)\.db|writer\.|admin\.key|token\.secret|checkpoint\.)/;

/**
 * Takes the rights of others on an existing data directory away: the files of the vault become 0600, and the directory
 * 0700 when it holds nothing else. Throws when anybody may write to it, since they could replace our files.
 */
export function tightenPermissions(directory: string): void {
  // Windows has no such modes.
  if (process.getuid === undefined) return;
  const found = statSync(directory);
  if (found.mode & OTHERS_WRITE) {
    throw new Error(
      `anybody may write to ${directory}, and so replace what is in it. ` +
        `Set VAULT_DATA_DIR=${join(directory, 'memory-vault')}, which is made private, or take that right away (chmod o-w)`,
    );
  }
  const names = readdirSync(directory);
  if (names.every((name) => OURS.test(name))) tighten(directory, found);
  for (const name of names.filter((name) => OURS.test(name))) {
    const file = join(directory, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats?.isFile()) tighten(file, stats);
  }
}

function tighten(path: string, { uid, mode }: Stats): void {
  if (uid === process.getuid?.() && mode & OTHERS) chmodSync(path, mode & 0o7777 & ~OTHERS);
}
