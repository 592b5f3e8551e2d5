import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll } from 'vitest';
import type { App, AppOptions } from '../../src/app/app.js';
import { openApp } from '../../src/app/openApp.js';
import { ulids } from '../../src/domain/ids.js';
import { buildServer } from '../../src/http/server.js';
import { type Client, clientOf } from './client.js';
import { testClock, testConfig } from './testApp.js';
import { MAY_BE_LATE, PATIENT } from './testServer.js';

/**
 * A vault for all tests of a file, each of which takes it as the others leave it; a vault for each would take most of their
 * time. Call it once at the top of the file, and the result inside tests.
 */
export function sharedClient(
  env: Record<string, string> = {},
  options: AppOptions = {},
): () => Client & { app: App } {
  let opened: (Client & { app: App }) | undefined;
  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'memory-vault-shared-'));
    const config = testConfig({ VAULT_DATA_DIR: dataDir, ...env });
    const app = await openApp(config, { clock: testClock(), ids: ulids(), ...options });
    const server = await buildServer(app, { capacity: MAY_BE_LATE, connections: PATIENT });
    opened = { app, ...clientOf(server, app.config.auth) };
    return async () => {
      await server.close();
      await app.close();
      rmSync(dataDir, { recursive: true, force: true });
    };
  });
  return () => {
    if (!opened) throw new Error('the vault of this file is open only inside its tests');
    return opened;
  };
}
