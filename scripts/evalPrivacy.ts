import { Command, InvalidArgumentError } from 'commander';
import { reasonOf } from '../tools/reasonOf.js';
import { precision } from './evalPrivacy/precision.js';

const program = new Command('eval:privacy')
  .description('Measure how precise the privacy filter is on a corpus of files.')
  .option('--corpus <directory>', 'the files to look at', 'node_modules')
  .option('--megabytes <n>', 'how much of it to read at most', megabytes, 60)
  .action(({ corpus, megabytes }: { corpus: string; megabytes: number }) => {
    console.log(`Precision on ${corpus}: ${precision(corpus, megabytes)}`);
  });

try {
  await program.parseAsync();
} catch (error) {
  console.error(`eval:privacy: ${reasonOf(error)}`);
  process.exitCode ||= 1;
}

function megabytes(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError('must be a whole number of at least 1.');
}
