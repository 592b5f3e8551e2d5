import type { Command } from 'commander';
import { readConfig } from '../config/config.js';
import { progressLine } from './progressLine.js';
import { rebuild } from './rebuild.js';

export function rebuildCommand(program: Command): void {
  program
    .command('rebuild')
    .description(
      'build the read models from the log again and compare them; a running service does it itself',
    )
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
    `before ${before ?? 'could not be read at the same position as the new ones'}\nafter  ${after}`,
  );
  console.log(same ? 'the same' : 'NOT the same');
  if (!same) process.exitCode = 1;
}
