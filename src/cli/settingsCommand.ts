import type { Command } from '@commander-js/extra-typings';
import { CLIENT_SETTINGS, SETTINGS } from '../config/config.js';
import { OWNER_SETTINGS } from '../config/sharedLogConfig.js';

export function settingsCommand(program: Command): void {
  const command = program
    .command('settings')
    .description('list all settings, with their defaults')
    .action(() => console.log(settingsTable()));
  // `memory-vault help settings` shows them, too.
  command.helpInformation = () => `${settingsTable()}\n`;
}

function settingsTable(): string {
  return `Settings (environment variables):
${rowsOf(SETTINGS)}

Settings of programs that talk to a service, besides VAULT_DATA_DIR, VAULT_HOST and VAULT_PORT:
${rowsOf(CLIENT_SETTINGS)}

Settings of commands that look after a shared log:
${rowsOf(OWNER_SETTINGS)}`;
}

function rowsOf(
  settings: Readonly<Record<string, readonly [string, string, ...unknown[]]>>,
): string {
  const rows = Object.entries(settings).map(
    ([name, [byDefault, meaning]]) => `  ${name.padEnd(22)} ${meaning} (default: ${byDefault})`,
  );
  return rows.join('\n');
}
