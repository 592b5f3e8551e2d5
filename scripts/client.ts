// `npm run client`: generates the types of clients/typescript from the API document of this service.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApp } from '../src/app/openApp.js';
import { readConfig } from '../src/config/config.js';
import { buildServer } from '../src/http/server.js';
import { generatedClient } from './client/generatedClient.js';

const directory = mkdtempSync(join(tmpdir(), 'memory-vault-client-'));
try {
  const app = await openApp(readConfig({ VAULT_DATA_DIR: directory }));
  const server = await buildServer(app, { logStream: { write: () => {} } });
  const { body } = await server.inject('/openapi.json');
  await server.close();
  await app.close();
  const file = new URL('../clients/typescript/src/openapi.ts', import.meta.url);
  writeFileSync(file, await generatedClient(JSON.parse(body)));
} finally {
  rmSync(directory, { recursive: true, force: true });
}
