import type { Command } from 'commander';
import { backup } from '../maintenance/backup.js';
import { existingVault } from './existingVault.js';
import { examplesText } from './terminal/examplesText.js';

export function backupCommand(program: Command): void {
  program
    .command('backup')
    .argument('<file>', 'the file to write; it must not exist')
    .description('copy the log into one file and verify the copy; a service may be running')
    .addHelpText('after', examplesText(['backup vault-2026-11-20.db']))
    .action(backupTo);
}

async function backupTo(file: string): Promise<void> {
  const { verified, lacks, copyOf } = await backup(existingVault().dataDir, file);
  const { events, head, hash } = verified;
  console.log(`${file}: ${events} events, the last is event ${head} with hash ${hash}`);
  if (copyOf !== undefined)
    console.log(
      `this node had the shared log ${copyOf} up to event ${head}: what others appended since is not in it`,
    );
  if (lacks === undefined) return;
  console.error(`${lacks}. This backup lacks the same: keep the backups from before`);
  process.exitCode = 1;
}
