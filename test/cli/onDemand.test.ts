import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openApp } from '../../src/app/openApp.js';
import type { ClientSettings } from '../../src/connect/clientSettings.js';
import { findService } from '../../src/connect/findService.js';
import { instanceOf, readServiceFile } from '../../src/connect/serviceFile.js';
import { findOrStartService, type StartOptions } from '../../src/connect/startService.js';
import { eventually } from '../support/eventually.js';
import { runProgram } from '../support/program.js';
import { startService } from '../support/service.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testConfig } from '../support/testApp.js';

const DIST = new URL('../../dist/', import.meta.url);
const PROGRAM = fileURLToPath(new URL('cli.js', DIST));

/** For what comes sooner or later, on a machine that may have much else to do. */
const PATIENT = { timeoutMs: 60_000, waitMs: 300_000, program: PROGRAM };

// A service that is started gets the environment of its client: settings of whoever runs the tests would change what it says.
beforeEach(() => {
  const settings = Object.keys(process.env).filter((name) => name.startsWith('VAULT_'));
  for (const name of settings) vi.stubEnv(name, undefined);
});
afterEach(() => void vi.unstubAllEnvs());

/** A client of a vault that takes any free port. */
function client(dataDir = join(temporaryDirectory(), 'vault')): ClientSettings {
  return { dataDir, host: '127.0.0.1', port: 0, isPortGiven: true };
}

const pidOf = (dataDir: string) =>
  readServiceFile(dataDir)?.pid ?? expect.fail('there is no service.json');

const find = async (settings: ClientSettings, options: Partial<StartOptions> = {}) =>
  (await findOrStartService(settings, { start: true, ...PATIENT, ...options })).url;

const linesIn = (dataDir: string) =>
  readFileSync(join(dataDir, 'on-demand.log'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const listeningIn = (dataDir: string) =>
  linesIn(dataDir).filter(({ code }) => code === 'listening').length;

/** Resolves when no service answers at a URL any more. */
const untilGone = (url: string) =>
  eventually('it is gone', () => expect(fetch(`${url}/healthz`)).rejects.toThrow());

test('a running service says where it is, to its owner alone, and no longer when it has stopped', async () => {
  const dataDir = temporaryDirectory();
  const service = await startService(dataDir);
  const file = join(dataDir, 'service.json');
  const said = JSON.parse(readFileSync(file, 'utf8'));
  expect(said).toEqual({
    url: service.url,
    pid: service.process.pid,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    secret: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const health = await fetch(`${service.url}/healthz`);
  expect(health.headers.get('x-vault-instance')).toBe(instanceOf(said));
  expect(await service.stop('SIGTERM')).toBe(0);
  expect(existsSync(file)).toBe(false);
});

test('clients that start at once share one service', async () => {
  const settings = client();
  const urls = await Promise.all([1, 2, 3].map(() => find(settings)));
  expect(new Set(urls).size).toBe(1);
  expect(listeningIn(settings.dataDir)).toBe(1);
  // All others gave way to it.
  const ofService = ['listening', 'open_to_pages'];
  const others = linesIn(settings.dataDir).filter(({ code }) => !ofService.includes(`${code}`));
  expect(others.map(({ code }) => code)).toEqual(others.map(() => 'directory_in_use'));
  expect(await find(settings, { start: false })).toBe(urls[0]);
  const log = join(settings.dataDir, 'on-demand.log');
  expect(statSync(log).mode & 0o777).toBe(0o600);
});

test('the file of a killed service is not trusted, and the next service replaces it', async () => {
  const settings = client();
  const url = await find(settings);
  const killed = readServiceFile(settings.dataDir);
  process.kill(pidOf(settings.dataDir), 'SIGKILL');
  await untilGone(url);
  expect(readServiceFile(settings.dataDir)).toEqual(killed);
  expect(await findService(settings, PATIENT)).toBeUndefined();
  await expect(find(settings, { start: false })).rejects.toThrow(
    `no service runs for ${settings.dataDir}: start one with memory-vault serve`,
  );
  const next = await find(settings);
  expect(readServiceFile(settings.dataDir)).toMatchObject({ url: next });
  expect(pidOf(settings.dataDir)).not.toBe(killed?.pid);
});

test('a service that hangs is named, and none is started beside it', async () => {
  const settings = client();
  const url = await find(settings);
  const pid = pidOf(settings.dataDir);
  process.kill(pid, 'SIGSTOP');
  try {
    await expect(find(settings, { timeoutMs: 150 })).rejects.toThrow(
      `the service at ${url} (process ${pid}) does not answer`,
    );
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  expect(listeningIn(settings.dataDir)).toBe(1);
  expect(await find(settings)).toBe(url);
});

test('while another process holds the data directory, a client waits for it to end and starts again', async () => {
  const settings = client();
  const app = await openApp(testConfig({ VAULT_DATA_DIR: settings.dataDir }));
  await expect(find(settings, { waitMs: 1 })).rejects.toThrow(
    `no service of ${settings.dataDir} answers yet: `,
  );
  const found = find(settings);
  await eventually('it has given way', () => expect(hasGivenWay(settings.dataDir)).toBe(true));
  await app.close();
  expect(await found).toBe(readServiceFile(settings.dataDir)?.url);
});

const hasGivenWay = (dataDir: string) =>
  existsSync(join(dataDir, 'on-demand.log')) &&
  readFileSync(join(dataDir, 'on-demand.log'), 'utf8').includes('"directory_in_use"');

test('a service that cannot start is quoted, with the next step', async () => {
  vi.stubEnv('VAULT_TIER', 'gold');
  await expect(find(client())).rejects.toThrow(
    'the service did not start: VAULT_TIER must be community or teams: correct the setting',
  );
  // Also when it should say nothing.
  vi.stubEnv('VAULT_TIER', 'community');
  vi.stubEnv('VAULT_LOG_LEVEL', 'silent');
  await expect(find({ ...client(), host: '192.0.2.1' })).rejects.toThrow('VAULT_HOST=192.0.2.1');
});

test('another program on the port that is set is named, and nothing is started', async () => {
  const engram = createServer(({ url }, response) => {
    if (url === '/health') response.end('{"status":"ok","service":"engram"}');
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void engram.close());
  await new Promise((resolve) => engram.once('listening', resolve));
  const address = engram.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const settings = { ...client(), port };
  await expect(find(settings)).rejects.toThrow(
    `engram, which is no Memory Vault, listens at http://127.0.0.1:${port}, and no service of ${settings.dataDir} runs: set VAULT_PORT to another port, and run memory-vault setup again`,
  );
  expect(existsSync(settings.dataDir)).toBe(false);
});

test('VAULT_URL is taken as it is, and nothing is started', async () => {
  const settings = { ...client(), url: 'https://vault.example' };
  expect(await find(settings)).toBe('https://vault.example');
  expect(existsSync(settings.dataDir)).toBe(false);
});

test('the vault of another data directory on the default port is not mistaken for a new one', async () => {
  const service = await startService(temporaryDirectory());
  const { port: _, isPortGiven: __, ...settings } = client();
  const port = Number(new URL(service.url).port);
  await expect(find({ ...settings, port })).rejects.toThrow(
    `the Memory Vault at ${service.url} has another data directory than ${settings.dataDir}, which has no vault: set VAULT_URL=${service.url} to use it`,
  );
  expect(existsSync(settings.dataDir)).toBe(false);
  await service.stop('SIGTERM');
});

/** `serve --on-demand` with another idle time. */
const serveFor = (idleMs: number) => `
  const { serve } = await import(${JSON.stringify(new URL('cli/serve.js', DIST).href)});
  const { serviceLogger } = await import(${JSON.stringify(new URL('cli/serviceLogger.js', DIST).href)});
  const { readConfig } = await import(${JSON.stringify(new URL('config/config.js', DIST).href)});
  await serve(readConfig(process.env), { idleMs: ${idleMs} }, await serviceLogger('info'));
`;

test('a service that was started on demand ends by itself, and takes its file away', async () => {
  const dataDir = temporaryDirectory();
  const service = runProgram(process.execPath, ['--input-type=module', '-e', serveFor(500)], {
    env: { VAULT_DATA_DIR: dataDir, VAULT_PORT: '0' },
  });
  const [, url = ''] =
    /listens on (http:\S+)/.exec(await service.line(/listens on http:\S+/)) ?? [];
  expect(await service.ended).toEqual({ code: 0, signal: null });
  expect(service.output()).toContain('the service stops: no request came for a while');
  expect(existsSync(join(dataDir, 'service.json'))).toBe(false);
  expect(existsSync(join(dataDir, 'log.db-wal'))).toBe(false);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});
