import type { Command } from 'commander';
import { readConfig } from '../config/config.js';
import { restore } from '../maintenance/restore.js';
import { progressLine } from './progressLine.js';

export function restoreCommand(program: Command): void {
  program
    .command('restore')
    .argument('<file>', 'a backup')
    .description('make a backup the log, once it verifies; the service must be stopped')
    .option('--replace', 'put a log that already holds events aside')
    .action(restoreFrom);
}

async function restoreFrom(file: string, { replace = false }: { replace?: boolean }) {
  const progress = progressLine('building read models');
  const { verified, aside, digest } = await restore(readConfig(process.env), file, {
    replace,
    now: Date.now(),
    onProgress: progress.report,
  });
  progress.end();
  const { events, head, hash } = verified;
  console.log(`${events} events, the last is ${head} with ${hash}`);
  if (aside) console.log(`the log that was there is kept as ${aside}`);
  console.log(`read models built anew: ${digest}`);
}
