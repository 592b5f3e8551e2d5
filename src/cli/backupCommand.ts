import { join } from 'node:path';
import { type Command, InvalidArgumentError } from '@commander-js/extra-typings';
import { makeDirectory } from '../files/makeDirectory.js';
import { backup, backupName, KEPT, removeOldBackups } from '../maintenance/backup.js';
import { noteUpkeep } from '../maintenance/upkeep.js';
import { existingVault } from './existingVault.js';
import { command } from './terminal/program.js';

export function backupCommand(program: Command): void {
  command(program, 'backup', {
    description: 'copy the log into one file and verify the copy; a service may be running',
    examples: ['backup', 'backup vault-2026-11-20.db'],
  })
    .argument(
      '[file]',
      'the file to write; it must not exist (default: a new one in VAULT_BACKUP_DIR)',
    )
    .option(
      '--keep <count>',
      'without FILE: keep this many of the newest backups in VAULT_BACKUP_DIR',
      atLeastOne,
      KEPT,
    )
    .action(backupTo);
}

function atLeastOne(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new InvalidArgumentError('It must be a whole number, at least 1.');
}

async function backupTo(given: string | undefined, { keep }: { keep: number }) {
  const { dataDir, backupDir } = existingVault();
  if (given === undefined) makeDirectory(backupDir);
  const file = given ?? join(backupDir, backupName(Date.now()));
  const { at, verified, lacks, copyOf } = await backup(dataDir, file);
  const { events, head, hash } = verified;
  noteUpkeep(dataDir, { backedUp: { at, events } });
  console.log(`${file}: ${events} events, the last is event ${head} with hash ${hash}`);
  if (copyOf !== undefined)
    console.log(
      `the backup has the shared log ${copyOf} up to event ${head}, as this node knows it: later events of other nodes are not in it`,
    );
  if (lacks !== undefined) {
    console.error(`${lacks}. This backup lacks them, too: keep the older backups`);
    process.exitCode = 1;
    return;
  }
  // Only now: a log that lost events must not push out the backups that have them.
  if (given === undefined)
    for (const old of removeOldBackups(backupDir, keep)) console.log(`removed ${old}`);
}
