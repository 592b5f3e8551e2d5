import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { readNotes } from '../scripts/load/readNotes.js';
import { reasonOf } from '../scripts/load/reasonOf.js';
import { untilInterrupted } from '../scripts/load/untilInterrupted.js';
import { machine } from './machine.js';
import { reads } from './reads.js';
import { saves } from './saves.js';

const FIXTURE = fileURLToPath(new URL('../test/fixtures/notes.ndjson', import.meta.url));

const program = new Command('bench')
  .description('Measure saves and reads on servers of its own, beside servers that do nothing.')
  .argument(
    '[file]',
    'notes to read from (default: VAULT_NOTES, else invented ones)',
    process.env.VAULT_NOTES || FIXTURE,
  )
  .action((file: string) => untilInterrupted((signal) => bench(file, signal)));

try {
  await program.parseAsync();
} catch (error) {
  console.error(`bench: ${reasonOf(error)}`);
  process.exitCode ||= 1;
}

async function bench(file: string, signal: AbortSignal): Promise<void> {
  const start = performance.now();
  const notes = readNotes(file);
  console.log(`${machine()}\n`);
  console.log('Saves, each of another note, all in one session. Ratios are to servers that store');
  console.log('nothing, measured with the same client in the same run.\n');
  console.log(`${await saves(signal)}\n`);
  console.log(`Reads on ${basename(file)}, one at a time.\n`);
  console.log(`${await reads(notes, signal)}\n`);
  console.log(`${Math.round((performance.now() - start) / 1000)} s in all`);
}
