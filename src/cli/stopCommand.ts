import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { readClientSettings } from '../connect/clientSettings.js';
import { checkDirectory } from '../files/dataDirectory.js';
import { DirectoryLocked, lockDirectory } from '../sqlite/lockDirectory.js';
import { endService } from './endService.js';
import { isInstalledFor } from './serviceCommand.js';
import { EXIT, Failed, misused } from './terminal/exit.js';
import { command } from './terminal/program.js';

export function stopCommand(program: Command): void {
  command(program, 'stop', {
    description: 'stop the service of the data directory, and wait until it has ended',
    help: `
The next agent or command that needs a service starts one again. A service
manager may do so, too: memory-vault service uninstall stops it for good.`,
    examples: ['stop'],
  }).action(stop);
}

async function stop(): Promise<void> {
  const settings = readClientSettings(process.env);
  const { dataDir, url } = settings;
  if (url !== undefined)
    throw misused(
      'VAULT_URL is set, and stop ends only the service of a data directory here: unset VAULT_URL, or stop that vault where it runs',
    );
  const pid = existsSync(dataDir) ? await endService(settings) : undefined;
  if (pid === undefined) {
    refuseInUse(dataDir);
    return console.log(`no service runs for ${dataDir}`);
  }
  console.log(`stopped the service of ${dataDir} (process ${pid})`);
  console.log(
    isInstalledFor(dataDir)
      ? 'it starts again when you log in: to stop it for good, type memory-vault service uninstall'
      : 'the next agent or command that needs a service starts one again',
  );
}

/** A service that starts or ends holds the directory and does not answer, as another command does that writes to the log. */
function refuseInUse(dataDir: string): void {
  if (!existsSync(join(dataDir, 'writer.lock'))) return;
  try {
    lockDirectory(checkDirectory(dataDir), new Date().toISOString()).release();
  } catch (error) {
    if (!(error instanceof DirectoryLocked)) throw error;
    throw new Failed(
      EXIT.failed,
      `${error.message}, and it does not answer: wait a moment, then try again`,
    );
  }
}
