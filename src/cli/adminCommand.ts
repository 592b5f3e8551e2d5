import { existsSync } from 'node:fs';
import type { Command } from '@commander-js/extra-typings';
import { VaultError } from 'memory-vault-client';
import { openApp } from '../app/openApp.js';
import { recordAct } from '../commands/administration.js';
import { type Config, readConfig } from '../config/config.js';
import { adminKeyFile } from '../secrets/adminKey.js';
import { replaceSecret } from '../secrets/secretFile.js';
import { DirectoryLocked } from '../sqlite/lockDirectory.js';
import { existingVault } from './existingVault.js';
import { runningService } from './ownerClient.js';
import { command } from './terminal/program.js';

export function adminCommand(program: Command): void {
  const admin = program.command('admin').description('commands for the owner of a vault');
  command(admin, 'rotate-key', {
    description: 'write a new key into admin.key; a running service accepts it at once',
    examples: ['admin rotate-key'],
  }).action(rotateKey);
}

async function rotateKey(): Promise<void> {
  const config = readConfig(process.env);
  if (config.adminKey !== undefined) {
    throw new Error('VAULT_ADMIN_KEY sets the key: change that setting, and restart the service');
  }
  existingVault(config);
  const file = adminKeyFile(config.dataDir);
  if (!existsSync(file)) {
    throw new Error(`${file} does not exist: start the service once without VAULT_ADMIN_KEY`);
  }
  try {
    await rotateHere(config, file);
  } catch (error) {
    if (!(error instanceof DirectoryLocked)) throw error;
    replaceSecret(file);
    await announceToService(config, error);
  }
  console.log(`${file} has a new key; the vault refuses the old one from now on`);
}

async function rotateHere(config: Config, file: string): Promise<void> {
  const app = await openApp(config);
  try {
    await app.executor.execute(recordAct, { act: 'rotate-key' }, { meta: { actor: 'admin' } });
    replaceSecret(file);
  } finally {
    await app.close();
  }
}

/** A request with the new key makes the service read the file and record the rotation. */
async function announceToService(config: Config, held: DirectoryLocked): Promise<void> {
  const { vault } = await runningService(config, held);
  try {
    await vault.GET('/admin/teams');
  } catch (error) {
    if (!(error instanceof VaultError && error.status === 401)) throw error;
    throw new Error(
      'the running service refuses the new key: check whether VAULT_ADMIN_KEY sets another key there',
    );
  }
}
