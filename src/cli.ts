#!/usr/bin/env node
import { Command } from 'commander';
import { exitCodeOf, printFailure } from './cli/printFailure.js';
import { CLIENT_SETTINGS } from './config/clientSettings.js';
import { SETTINGS } from './config/config.js';
import { VERSION } from './config/version.js';
import { bindingFor } from './sqlite/bindingFor.js';

// New files are readable by their owner alone: 0600, and 0700 for directories.
const usersUmask = process.umask(0o077);

/** Every command by its name. Its code is loaded only when it is named, so that a start is quick. */
const COMMANDS: Readonly<
  Record<string, () => Promise<(program: Command, usersUmask: number) => void>>
> = {
  serve: async () => (await import('./cli/serveCommand.js')).serveCommand,
  rebuild: async () => (await import('./cli/rebuildCommand.js')).rebuildCommand,
  digest: async () => (await import('./cli/digestCommand.js')).digestCommand,
  verify: async () => (await import('./cli/verifyCommand.js')).verifyCommand,
  'verify-proof': async () => (await import('./cli/verifyProofCommand.js')).verifyProofCommand,
  checkpoint: async () => (await import('./cli/checkpointCommand.js')).checkpointCommand,
  backup: async () => (await import('./cli/backupCommand.js')).backupCommand,
  restore: async () => (await import('./cli/restoreCommand.js')).restoreCommand,
  hive: async () => (await import('./cli/hiveCommand.js')).hiveCommand,
  export: async () => (await import('./cli/exportCommand.js')).exportCommand,
  forget: async () => (await import('./cli/forgetCommand.js')).forgetCommand,
  scrub: async () => (await import('./cli/scrubCommand.js')).scrubCommand,
  admin: async () => (await import('./cli/adminCommand.js')).adminCommand,
  invite: async () => (await import('./cli/inviteCommand.js')).inviteCommand,
  service: async () => (await import('./cli/serviceCommand.js')).serviceCommand,
  mcp: async () => (await import('./cli/mcpCommand.js')).mcpCommand,
  setup: async () => (await import('./cli/setupCommand.js')).setupCommand,
  doctor: async () => (await import('./cli/doctorCommand.js')).doctorCommand,
  filter: async () => (await import('./cli/filterCommand.js')).filterCommand,
};

const program = new Command('memory-vault')
  .description('A self-hosted, auditable memory for AI coding agents.')
  .version(VERSION)
  .addHelpText('after', settingsTable());

try {
  // An older Node fails at the first module that it cannot load, with a riddle.
  bindingFor(process.versions.node);
  for (const name of namedCommands(process.argv[2]))
    (await COMMANDS[name]?.())?.(program, usersUmask);
  refuseUnknown(process.argv[2]);
  await program.parseAsync();
} catch (error) {
  printFailure(error);
  process.exitCode = exitCodeOf(error, process.argv[2]);
}

/** The command that the first argument names, `serve` without one. Any other argument, such as `--help`, needs all. */
function namedCommands(first = 'serve'): readonly string[] {
  return Object.hasOwn(COMMANDS, first) ? [first] : Object.keys(COMMANDS);
}

/** Otherwise it would be an argument of `serve`, and the message would speak of that. */
function refuseUnknown(first = 'serve'): void {
  if (first.startsWith('-') || first === 'help' || Object.hasOwn(COMMANDS, first)) return;
  program.error(`error: there is no command ${first}: \`memory-vault --help\` lists all commands`);
}

function settingsTable(): string {
  return `
Settings (environment variables):
${rowsOf(SETTINGS)}

Settings of programs that talk to a service, besides VAULT_DATA_DIR, VAULT_HOST and VAULT_PORT:
${rowsOf(CLIENT_SETTINGS)}
`;
}

function rowsOf(settings: Readonly<Record<string, readonly [string, string]>>): string {
  const rows = Object.entries(settings).map(
    ([name, [byDefault, meaning]]) => `  ${name.padEnd(22)} ${meaning} (default: ${byDefault})`,
  );
  return rows.join('\n');
}
