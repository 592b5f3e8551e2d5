import { onTestFinished } from 'vitest';
import { openApp } from '../../src/app/openApp.js';
import { VERSION } from '../../src/config/version.js';
import { newSecret } from '../../src/connect/proof.js';
import { instanceOf, removeServiceFile, writeServiceFile } from '../../src/connect/serviceFile.js';
import { buildServer } from '../../src/http/server.js';
import { testConfig } from './testApp.js';
import { ROOMY } from './testServer.js';

/** A service in this process, which is found by its `service.json`. It has no threads. */
export interface ServiceHere {
  readonly url: string;
  /** Resolves when its files are closed. */
  stop(): Promise<void>;
}

/** Whoever calls this stops it. */
export async function openServiceHere(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<ServiceHere> {
  // As the program does.
  const umask = process.umask(0o077);
  const app = await openApp(testConfig({ ...settings, VAULT_DATA_DIR: dataDir }));
  const secret = newSecret();
  const started = { pid: process.pid, started_at: new Date().toISOString(), secret };
  const server = await buildServer(app, { ...ROOMY, instance: instanceOf(started), secret });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  const file = { ...started, version: VERSION, url };
  writeServiceFile(app.config.dataDir, file);
  process.umask(umask);
  return {
    url,
    async stop() {
      removeServiceFile(app.config.dataDir, file);
      await server.close();
      await app.close();
    },
  };
}

/** For one test, at a twentieth of the price of a process of its own (`startService`). */
export async function serviceHere(
  dataDir: string,
  settings?: Record<string, string>,
): Promise<ServiceHere> {
  const service = await openServiceHere(dataDir, settings);
  onTestFinished(() => service.stop());
  return service;
}
