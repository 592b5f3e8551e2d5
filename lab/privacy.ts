import { Command, InvalidArgumentError } from 'commander';
import { gitleaksRecall } from './privacy/gitleaksRecall.js';
import { heldOut } from './privacy/heldOut.js';
import { precision } from './privacy/precision.js';
import { recall } from './privacy/recall.js';

interface Options {
  readonly gitleaks: boolean;
  readonly corpus: string;
  readonly megabytes: number;
}

export const program = new Command()
  .description('Measure what the privacy filter finds. Prints a table for each question.')
  .option(
    '--gitleaks',
    "try the samples of gitleaks' rules, too: needs Go, fetches its source",
    false,
  )
  .option('--corpus <directory>', 'files that hold hardly any secret', 'node_modules')
  .option('--megabytes <n>', 'how much of them to read at most', megabytes, 60)
  .action(async ({ gitleaks, corpus, megabytes }: Options) => {
    console.log(recall());
    console.log(`\n${heldOut()}`);
    if (gitleaks) console.log(`\n${await gitleaksRecall()}`);
    console.log(`\nPrecision on ${corpus}: ${precision(corpus, megabytes)}`);
  });

function megabytes(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError('must be a whole number of at least 1.');
}
