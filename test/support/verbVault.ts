import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { VaultClient } from 'memory-vault-client';
import { afterAll, beforeAll } from 'vitest';
import { openApp } from '../../src/app/openApp.js';
import { VERSION } from '../../src/config/version.js';
import { instanceOf, writeServiceFile } from '../../src/connect/serviceFile.js';
import { buildServer } from '../../src/http/server.js';
import { runCli } from './service.js';
import { inTerminal, type TerminalOptions, terminal } from './terminal.js';
import { ADMIN_KEY, testConfig } from './testApp.js';
import { MAY_BE_LATE } from './testServer.js';
import { vaultClient } from './vaultClient.js';

/** A vault for the verbs of a whole test file. */
export interface VerbVault {
  /** Empty at the start of the file. Only inside a test. */
  client(): VaultClient;
  readonly dataDir: string;
  /** Of the service. Only inside a test. */
  url(): string;
  /** What leads a verb to it. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs a verb with pipes. */
  piped(args: readonly string[], input?: string): ReturnType<typeof runCli>;
  /** Runs a verb in a terminal, to its end. */
  shown(args: readonly string[], options?: TerminalOptions): ReturnType<typeof inTerminal>;
  /** The same, with keys that can be pressed. */
  opened(args: readonly string[], options?: TerminalOptions): ReturnType<typeof terminal>;
}

/** Call it once at the top of a test file. The vault is a service in this process, found by its `service.json`. */
export function verbVault(settings: Record<string, string> = {}): VerbVault {
  const dataDir = mkdtempSync(join(tmpdir(), 'memory-vault-verbs-'));
  const env = {
    HOME: dataDir,
    VAULT_DATA_DIR: dataDir,
    VAULT_ADMIN_KEY: ADMIN_KEY,
    VAULT_PORT: '0',
  };
  let url = '';
  let close = async () => {};
  beforeAll(async () => {
    const app = await openApp(testConfig({ VAULT_DATA_DIR: dataDir, ...settings }));
    const started = { pid: process.pid, version: VERSION, started_at: '2026-11-20T09:30:00.000Z' };
    const server = await buildServer(app, {
      capacity: MAY_BE_LATE,
      instance: instanceOf(started),
    });
    url = await server.listen({ host: '127.0.0.1', port: 0 });
    writeServiceFile(dataDir, { ...started, url });
    close = async () => {
      await server.close();
      await app.close();
    };
  });
  afterAll(async () => {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const within = ({ env: more, ...options }: TerminalOptions = {}) => ({
    cwd: dataDir,
    ...options,
    env: { ...env, ...more },
  });
  return {
    client: () => vaultClient(url),
    dataDir,
    url: () => url,
    env,
    piped: (args, input) => runCli(args, dataDir, env, input),
    shown: (args, options) => inTerminal(args, within(options)),
    opened: (args, options) => terminal(args, within(options)),
  };
}
