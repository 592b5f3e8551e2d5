#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { readConfig, SETTINGS } from './config.js';
import { openSqliteReader } from './log/sqlite.js';
import { serve } from './main.js';
import { progressLine } from './progressLine.js';
import { allProjections } from './projections/allProjections.js';
import { digestViews } from './projections/digest.js';
import { rebuild } from './rebuild.js';
import { VERSION } from './version.js';

// Files are for their owner's eyes: 0600, and 0700 for directories.
process.umask(0o077);

const program = new Command('memory-vault')
  .description('A self-hosted, auditable memory for AI coding agents.')
  .version(VERSION)
  .addHelpText('after', settingsTable());

program
  .command('serve', { isDefault: true })
  .description('serve the REST API (the default)')
  .action(() => serve(readConfig(process.env)));

program
  .command('rebuild')
  .description('build the read models anew from the log, and compare; the service must be stopped')
  .action(rebuildViews);

program
  .command('digest')
  .description('print a digest of what the read models hold; works beside a running service')
  .action(digest);

try {
  await program.parseAsync();
} catch (error) {
  console.error(`memory-vault: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function rebuildViews(): Promise<void> {
  const progress = progressLine('rebuilding read models');
  const { events, seconds, before, after } = await rebuild(
    readConfig(process.env),
    progress.report,
  );
  progress.end();
  console.log(`${events} events in ${seconds.toFixed(2)} s`);
  console.log(`before ${before}\nafter  ${after}`);
  console.log(before === after ? 'the same' : 'NOT the same');
  if (before !== after) process.exitCode = 1;
}

function digest(): void {
  const { dataDir } = readConfig(process.env);
  const file = join(dataDir, 'views.db');
  if (!existsSync(file)) throw new Error(`${dataDir} holds no read models: start the service once`);
  const { position, digest } = digestViews(openSqliteReader(file), allProjections);
  console.log(`${digest} at position ${position}`);
}

function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(
    ([name, [byDefault, meaning]]) => `  ${name.padEnd(20)} ${meaning} (default: ${byDefault})`,
  );
  return `\nSettings, all from the environment:\n${rows.join('\n')}\n`;
}
