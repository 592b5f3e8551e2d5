import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { migrateThereAndBack } from './migrate/migrateThereAndBack.js';

interface Options {
  readonly events: number;
}

export const program = new Command()
  .description(
    'Fill a vault with made-up notes, move it into a PostgreSQL of its own, save there as a node, and move it back: with how fast ' +
      'each part was. Every event has to have the same hash in the end.',
  )
  .option('--events <number>', 'how many the vault has at least', Number, 40_000)
  .action(run);

async function run({ events }: Options): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-migrate-'));
  try {
    await migrateThereAndBack(directory, events, (line) => console.log(line));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
