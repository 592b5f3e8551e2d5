import type { Command } from 'commander';
import { readConfig } from '../config/config.js';
import { restore } from '../maintenance/restore.js';
import { printFailure } from './printFailure.js';
import { progressLine } from './progressLine.js';

export function restoreCommand(program: Command): void {
  program
    .command('restore')
    .argument('<file>', 'the backup to restore')
    .description('verify a backup and make it the log; the service must be stopped')
    .option('--replace', 'replace a log that already holds events, and keep it under another name')
    .action(restoreFrom);
}

async function restoreFrom(file: string, { replace = false }: { replace?: boolean }) {
  const progress = progressLine('building read models');
  const { verified, aside, digest } = await restore(readConfig(process.env), file, {
    replace,
    now: Date.now(),
    onProgress: progress.report,
    onError: printFailure,
  });
  progress.end();
  const { events, head, hash } = verified;
  console.log(`${events} events, the last is event ${head} with hash ${hash}`);
  if (aside) console.log(`the previous log is kept as ${aside}`);
  console.log(`read models rebuilt, digest ${digest}`);
}
