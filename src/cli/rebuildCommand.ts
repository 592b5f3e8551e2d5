import type { Command } from 'commander';
import { readConfig } from '../config/config.js';
import { progressLine } from './progressLine.js';
import { rebuild } from './rebuild.js';

export function rebuildCommand(program: Command): void {
  program
    .command('rebuild')
    .description('build the read models anew from the log, and compare; asks a running service to')
    .action(rebuildViews);
}

async function rebuildViews(): Promise<void> {
  const progress = progressLine('rebuilding read models');
  const { events, seconds, before, after, same } = await rebuild(
    readConfig(process.env),
    progress.report,
    { logThreads: true },
  );
  progress.end();
  console.log(`${events} events in ${seconds.toFixed(2)} s`);
  console.log(
    `before ${before ?? 'could not be read at one moment with the log'}\nafter  ${after}`,
  );
  console.log(same ? 'the same' : 'NOT the same');
  if (!same) process.exitCode = 1;
}
