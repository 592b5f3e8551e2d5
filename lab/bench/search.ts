import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { readNotes } from '../../tools/notes/readNotes.js';
import { untilInterrupted } from '../../tools/untilInterrupted.js';
import { machine } from './machine.js';
import { benchSize } from './search/benchSize.js';

const FIXTURE = fileURLToPath(new URL('../../test/fixtures/notes.ndjson', import.meta.url));

interface Options {
  readonly sizes: readonly number[];
}

export const program = new Command()
  .description(
    'Time searches in vaults of several sizes, and measure the cost of the search index.',
  )
  .argument(
    '[file]',
    'NDJSON file of notes to take sentences from (default: VAULT_NOTES, else test notes)',
    process.env.VAULT_NOTES || FIXTURE,
  )
  .option('--sizes <numbers>', 'numbers of observations, comma-separated', sizes, [10_000, 100_000])
  .action((file: string, options: Options) =>
    untilInterrupted((signal) => bench(file, options, signal)),
  );

async function bench(file: string, { sizes }: Options, signal: AbortSignal): Promise<void> {
  const start = performance.now();
  const notes = readNotes(file);
  console.log(`${machine()}\nnotes made from the sentences of ${basename(file)}\n`);
  for (const size of sizes) await benchSize(notes, size, (text) => console.log(text), signal);
  console.log(`${Math.round((performance.now() - start) / 1000)} s in total`);
}

function sizes(text: string): readonly number[] {
  const numbers = text.split(',').map(Number);
  const fits = (size: number) => Number.isInteger(size) && size >= 100 && size <= 10_000_000;
  if (numbers.every(fits)) return numbers;
  throw new InvalidArgumentError('must be whole numbers from 100 to 10000000, comma-separated.');
}
