#!/usr/bin/env node
import { Command } from 'commander';
import { adminCommand } from './cli/adminCommand.js';
import { backupCommand } from './cli/backupCommand.js';
import { checkpointCommand } from './cli/checkpointCommand.js';
import { digestCommand } from './cli/digestCommand.js';
import { exportCommand } from './cli/exportCommand.js';
import { filterCommand } from './cli/filterCommand.js';
import { hiveCommand } from './cli/hiveCommand.js';
import { inviteCommand } from './cli/inviteCommand.js';
import { rebuildCommand } from './cli/rebuildCommand.js';
import { restoreCommand } from './cli/restoreCommand.js';
import { scrubCommand } from './cli/scrubCommand.js';
import { serveCommand } from './cli/serveCommand.js';
import { verifyCommand } from './cli/verifyCommand.js';
import { SETTINGS } from './config.js';
import { VERSION } from './version.js';

// Files are for their owner's eyes: 0600, and 0700 for directories.
process.umask(0o077);

const COMMANDS = [
  serveCommand,
  rebuildCommand,
  digestCommand,
  verifyCommand,
  checkpointCommand,
  backupCommand,
  restoreCommand,
  hiveCommand,
  exportCommand,
  scrubCommand,
  adminCommand,
  inviteCommand,
  filterCommand,
];

const program = new Command('memory-vault')
  .description('A self-hosted, auditable memory for AI coding agents.')
  .version(VERSION)
  .addHelpText('after', settingsTable());

for (const add of COMMANDS) add(program);

try {
  await program.parseAsync();
} catch (error) {
  console.error(`memory-vault: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(
    ([name, [byDefault, meaning]]) => `  ${name.padEnd(20)} ${meaning} (default: ${byDefault})`,
  );
  return `\nSettings, all from the environment:\n${rows.join('\n')}\n`;
}
