import { openApp } from '../app/app.js';
import type { Config } from '../config/config.js';
import { buildServer } from '../http/server.js';
import { ownersKey } from '../secrets/adminKey.js';
import { DirectoryLocked } from '../sqlite/lockDirectory.js';
import { askService, type ServiceAnswer, serviceUrl } from './askService.js';

/** The API of a vault, with the owner's key. */
export interface OwnerClient {
  ask(method: 'GET' | 'POST', path: string, body?: object): Promise<ServiceAnswer>;
  close(): Promise<void>;
}

/**
 * Opens a vault for its owner: over HTTP where a service holds it, else in this process. Both ways use the same routes.
 */
export async function openOwnerClient(config: Config): Promise<OwnerClient> {
  try {
    return await openHere(config);
  } catch (error) {
    if (!(error instanceof DirectoryLocked)) throw error;
    return runningService(config, error);
  }
}

async function openHere(config: Config): Promise<OwnerClient> {
  const app = await openApp(config);
  const server = await buildServer(app, { logStream: { write: () => {} } });
  const headers = { 'x-admin-key': ownersKey(config.dataDir, config.adminKey) };
  return {
    async ask(method, url, payload) {
      const { statusCode, body } = await server.inject({ method, url, payload, headers });
      return { status: statusCode, body: body === '' ? undefined : JSON.parse(body) };
    },
    async close() {
      await server.close();
      await app.close();
    },
  };
}

/**
 * The API of the service that holds a vault, with the owner's key. A request rejects when no service answers at the
 * address in the settings. `held` says who holds the vault.
 */
export function runningService(config: Config, held: DirectoryLocked): OwnerClient {
  return {
    async ask(method, path, body) {
      try {
        const headers = { 'x-admin-key': ownersKey(config.dataDir, config.adminKey) };
        return await askService(config, method, path, { headers, body });
      } catch (cause) {
        throw new Error(
          `${held.message}, and no vault answers at ${serviceUrl(config)}: set VAULT_HOST and VAULT_PORT to those of that service`,
          { cause },
        );
      }
    },
    close: async () => {},
  };
}
