import { existsSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import { foreignFile, isForeign, notRegular, uids } from './regularFile.js';

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
        : `set VAULT_DATA_DIR=${join(directory, 'memory-vault')}, which will be made private, or run chmod o-w on the directory`,
    },
  );
}
