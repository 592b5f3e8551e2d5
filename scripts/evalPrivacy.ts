import { Command } from 'commander';
import { reasonOf } from '../tools/reasonOf.js';
import { gitleaksRecall } from './evalPrivacy/gitleaksRecall.js';
import { recall } from './evalPrivacy/recall.js';

interface Options {
  readonly gitleaks: boolean;
}

const program = new Command('eval:privacy')
  .description('Measure what the privacy filter finds. Prints a table for each question.')
  .option(
    '--gitleaks',
    "try the samples of gitleaks' rules, too: needs Go, fetches its source",
    false,
  )
  .action(async ({ gitleaks }: Options) => {
    console.log(recall());
    if (gitleaks) console.log(`\n${await gitleaksRecall()}`);
  });

try {
  await program.parseAsync();
} catch (error) {
  console.error(`eval:privacy: ${reasonOf(error)}`);
  process.exitCode ||= 1;
}
