import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findService, lookForService } from '../../src/connect/findService.js';
import { type ServiceFile, writeServiceFile } from '../../src/connect/serviceFile.js';
import { findOrStartService } from '../../src/connect/startService.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testApp } from '../support/testApp.js';
import { testServer } from '../support/testServer.js';

/** Long enough on any machine: what is not silent answers much sooner. */
const PATIENT = { timeoutMs: 30_000 };
/** For what never answers. */
const BRIEF = { timeoutMs: 50 };

const STARTED = {
  pid: 4711,
  started_at: '2026-11-20T09:30:00.000Z',
  version: '1.0.0',
  secret: 'ab'.repeat(32),
};

/** Real answers of a service of which that is the start. */
async function service({ secret } = STARTED, settings = {}): Promise<number> {
  const server = await testServer(await testApp(settings), { instance: 'x', secret });
  return Number(new URL(await server.listen({ host: '127.0.0.1', port: 0 })).port);
}

/** Another program that speaks HTTP. */
async function program(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  // It listens on a port.
  return (server.address() as AddressInfo).port;
}

/** A port on which nothing listens. */
async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** The settings of a client whose data directory says that a service is at a port. */
function announced(port: number, other: Partial<ServiceFile> = {}) {
  const dataDir = temporaryDirectory();
  const file = { ...STARTED, url: `http://127.0.0.1:${port}`, ...other };
  writeServiceFile(dataDir, file);
  return { dataDir, host: '127.0.0.1', port: 0, file };
}

const healthy: RequestListener = (_request, response) => response.end('{"status":"ok"}');

test('the service that wrote service.json is found at any port', async () => {
  const port = await service();
  const { file, ...settings } = announced(port);
  const found = await findService(settings, PATIENT);
  expect(found).toEqual({ url: `http://127.0.0.1:${port}`, own: file });
});

test('the service of the data directory is found however VAULT_URL spells its address', async () => {
  const port = await service();
  const { file, ...settings } = announced(port);
  const own = { url: file.url, own: file };
  for (const url of [`http://localhost:${port}`, `http://127.0.0.1:${port}/vault-api`])
    expect(await findService({ ...settings, url }, PATIENT)).toEqual(own);
  const url = `http://127.0.0.1:${port}/other`;
  expect(await findService({ ...settings, url }, PATIENT)).toEqual({ url });
});

test('a file that a killed service left is not trusted when the next start of one listens there, also not of the same process', async () => {
  const port = await service();
  expect(await findService(announced(port, { secret: 'cd'.repeat(32) }), PATIENT)).toBeUndefined();
});

test('a service that has answered as often as it may in this minute is found nevertheless', async () => {
  const port = await service(STARTED, { VAULT_RATE_LIMIT: '1' });
  for (let i = 0; i < 3; i++) await fetch(`http://127.0.0.1:${port}/healthz`);
  expect(await findService(announced(port), PATIENT)).toBeDefined();
});

test('a file that a killed service left is not trusted when nothing or another program listens there', async () => {
  expect(await findService(announced(await freePort()), PATIENT)).toBeUndefined();
  const other = await program(healthy);
  expect(await findService(announced(other), PATIENT)).toBeUndefined();
});

test('a vault at the default port, or at VAULT_PORT, that cannot prove to be the own one is that of somebody else', async () => {
  const port = await service();
  const settings = { dataDir: temporaryDirectory(), host: '127.0.0.1', port };
  expect(await findService(settings, PATIENT)).toBeUndefined();
  expect((await lookForService(settings, 30_000)).atPlace.kind).toBe('vault');
  const given = { ...settings, isPortGiven: true };
  expect(await findService(given, PATIENT)).toBeUndefined();
  // Not either beside the file of a service that has ended.
  const stale = { ...announced(await freePort()), port, isPortGiven: true };
  expect(await findService(stale, PATIENT)).toBeUndefined();
  await expect(findOrStartService(given, { start: true, ...PATIENT })).rejects.toThrow(
    `set VAULT_URL=http://127.0.0.1:${port} to use it`,
  );
});

test('VAULT_URL is taken as it is', async () => {
  const settings = { ...announced(await service()), url: 'https://vault.example' };
  expect(await findService(settings, PATIENT)).toEqual({ url: 'https://vault.example' });
});

test('at VAULT_URL, the service of the data directory knows its programs', async () => {
  const { file, ...settings } = announced(await service());
  for (const url of [file.url, file.url.replace('127.0.0.1', 'localhost')])
    expect(await findService({ ...settings, url }, PATIENT)).toEqual({ url: file.url, own: file });
  const other = announced(await service(), { secret: 'cd'.repeat(32) });
  const { url } = other.file;
  expect(await findService({ ...other, url }, PATIENT)).toEqual({ url });
});

const engram: RequestListener = ({ url }, response) => {
  if (url === '/health') response.end('{"status":"ok","service":"engram","version":"1"}');
  else response.writeHead(404).end('404 page not found');
};

const OTHERS: [string, RequestListener, object][] = [
  ['engram', engram, { kind: 'other', name: 'engram' }],
  ['a program that calls itself healthy', healthy, { kind: 'other' }],
  ['a program that fails', (_, response) => response.writeHead(500).end(), { kind: 'other' }],
  [
    'a program that says too much',
    (_, response) => response.end('x'.repeat(1e6)),
    { kind: 'other' },
  ],
  ['a program that hangs up', ({ socket }) => void socket.destroy(), { kind: 'nothing' }],
];

test.each(OTHERS)('%s is told apart from a vault', async (_, answer, expected) => {
  const port = await program(answer);
  const settings = { dataDir: temporaryDirectory(), host: '127.0.0.1', port, isPortGiven: true };
  const look = await lookForService(settings, 30_000);
  expect(look.atPlace).toEqual(expected);
  expect(look.found).toBeUndefined();
});

test('what speaks another protocol is another program', async () => {
  const server = createTcpServer((socket) => socket.end('SSH-2.0-x\r\n')).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = { dataDir: temporaryDirectory(), host: '127.0.0.1', port };
  expect((await lookForService(settings, 30_000)).atPlace).toEqual({ kind: 'other' });
});

const SILENT: [string, RequestListener][] = [
  ['never answers', () => {}],
  ['never ends its head', ({ socket }) => void socket.write('HTTP/1.1 200 OK\r\n')],
  ['never ends its answer', (_, response) => void response.write('{"status":')],
  [
    'answers a drop at a time',
    (_, response) => {
      const timer = setInterval(() => response.write(' '), 5);
      response.once('close', () => clearInterval(timer));
    },
  ],
];

test.each(SILENT)('a service that %s is not waited for', async (_, answer) => {
  const port = await program(answer);
  const settings = { ...announced(port), port, isPortGiven: true };
  expect(await findService(settings, BRIEF)).toBeUndefined();
  const look = await lookForService(settings, BRIEF.timeoutMs);
  expect([look.atFile.kind, look.atPlace.kind]).toEqual(['silent', 'silent']);
});

test('no service is started beside a running one that answers with errors', async () => {
  const port = await program((_request, response) => response.writeHead(500).end());
  const settings = announced(port, { pid: process.pid });
  const found = findOrStartService(settings, { start: true, ...PATIENT, program: '/nowhere' });
  await expect(found).rejects.toThrow(
    `the service at http://127.0.0.1:${port} (process ${process.pid}) answers with errors: wait a moment, or restart it`,
  );
});
