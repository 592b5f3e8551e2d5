import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openApp } from '../../src/app/openApp.js';
import { Database } from '../../src/sqlite/database.js';
import { checkChain } from '../support/checkChain.js';
import { eventually } from '../support/eventually.js';
import { readAnswers, request, untilClosed } from '../support/listening.js';
import { note } from '../support/notes.js';
import { otherWaits } from '../support/otherWaits.js';
import { saveNote } from '../support/saveNote.js';
import { type Service, startService } from '../support/service.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testConfig } from '../support/testApp.js';

/** Makes the service log that it has read the head of a request. */
const EXPECT = { Expect: '100-continue' };
const NDJSON = { 'Content-Type': 'application/x-ndjson', 'Transfer-Encoding': 'chunked' };
const UPLOAD = request('POST /api/v1/observations/batch', { ...NDJSON, ...EXPECT });
const line = `${JSON.stringify(note())}\n`;
const chunk = `${line.length.toString(16)}\r\n${line}\r\n`;

/** Clients are cut off soon, and the rest of the grace period is still there to close the log. */
const SOON_CUT = otherWaits({ 8000: 200 });

async function connectTo({ url }: Service): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  // The received bytes show how it ended.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Starts a request with a body and resolves when the service has received its head. */
async function begin(socket: Socket, head: string): Promise<void> {
  socket.write(head);
  const [interim] = await once(socket, 'data');
  expect(String(interim)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
}

/** Resolves when the port refuses new connections. */
async function untilClosing(service: Service): Promise<void> {
  for (;;) {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    const refused = await new Promise((resolve) => {
      socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
    });
    socket.destroy();
    if (refused) return;
    await sleep(10);
  }
}

/** The log was closed properly: there is no write-ahead log, and its integrity check passes. */
function expectClosed(directory: string): void {
  expect(existsSync(join(directory, 'log.db-wal'))).toBe(false);
  expect(checkChain(join(directory, 'log.db'))).toEqual([]);
}

test('SIGTERM: pending requests are finished, new ones refused, idle connections closed', async () => {
  const directory = temporaryDirectory();
  const service = await startService(directory);
  const [upload, idle, busy] = await Promise.all([1, 2, 3].map(() => connectTo(service)));
  if (!upload || !idle || !busy) throw new Error('not connected');
  idle.write(request('GET /healthz', { Connection: 'keep-alive' }));
  await once(idle, 'data');
  await begin(upload, UPLOAD);
  upload.write(chunk);
  // The head of a request whose body follows after the signal.
  const body = JSON.stringify(note());
  const save = { 'Content-Type': 'application/json', Connection: 'keep-alive', ...EXPECT };
  await begin(
    busy,
    request('POST /api/v1/observations', { ...save, 'Content-Length': `${body.length}` }),
  );

  const ended = service.stop('SIGTERM');
  await untilClosing(service);
  const answers = [untilClosed(upload), untilClosed(busy)];
  upload.write(`${chunk}0\r\n\r\n`);
  busy.write(body);
  const [batch, saved] = (await Promise.all(answers)).map(readAnswers);
  expect(JSON.parse(batch?.[0]?.body ?? '')).toMatchObject({ total: 2, stored: 2 });
  expect(saved?.[0]).toMatchObject({ status: 200, headers: { connection: 'close' } });
  expect(readAnswers(await untilClosed(idle))).toEqual([]);
  expect(await ended).toBe(0);
  expectClosed(directory);
});

test('a client that never finishes is cut off in time to close the log', async () => {
  const directory = temporaryDirectory();
  const service = await startService(directory, SOON_CUT);
  const socket = await connectTo(service);
  await begin(socket, UPLOAD);
  socket.write(chunk);
  const ended = service.stop('SIGTERM');
  expect(readAnswers(await untilClosed(socket))).toEqual([]);
  expect(await ended).toBe(0);
  expectClosed(directory);
});

test('a connection without any data is closed immediately, before those with pending requests', async () => {
  const directory = temporaryDirectory();
  const service = await startService(directory);
  const [silent, upload] = await Promise.all([connectTo(service), connectTo(service)]);
  await begin(upload, UPLOAD);
  upload.write(chunk);
  const ended = service.stop('SIGTERM');
  expect(readAnswers(await untilClosed(silent))).toEqual([]);
  upload.write(`${chunk}0\r\n\r\n`);
  const [batch] = readAnswers(await untilClosed(upload));
  expect(JSON.parse(batch?.body ?? '')).toMatchObject({ total: 2, stored: 2 });
  expect(await ended).toBe(0);
  expectClosed(directory);
});

test('a second signal ends the process immediately', async () => {
  const service = await startService(temporaryDirectory());
  const socket = await connectTo(service);
  await begin(socket, UPLOAD);
  socket.write(chunk);
  const ended = service.stop('SIGTERM');
  await untilClosing(service);
  service.process.kill('SIGTERM');
  expect(await ended).toBe(1);
});

test.runIf(process.platform === 'linux')(
  'an endless search does not prevent the service from closing the log and exiting',
  async () => {
    const directory = temporaryDirectory();
    const app = await openApp(testConfig({ VAULT_DATA_DIR: directory }));
    await saveNote(app, { title: 'title' });
    await app.close();
    makeSearchesEndless(join(directory, 'views.db'));

    const service = await startService(directory, SOON_CUT);
    const socket = await connectTo(service);
    socket.write(request('GET /api/v1/search?q=title'));
    await untilBusy(service);
    const ended = service.stop('SIGTERM');
    expect(readAnswers(await untilClosed(socket))).toEqual([]);
    // A thread that is busy in SQLite cannot be ended, so the process has to kill itself.
    await ended;
    expect(service.process.signalCode).toBe('SIGKILL');
    expectClosed(directory);
  },
);

/** Resolves when a thread of the service has computed for half a second. */
async function untilBusy({ process: { pid } }: Service): Promise<void> {
  const threads = `/proc/${pid}/task`;
  // The fields behind the name, of which the twelfth counts hundredths of a second.
  const ticks = (thread: string) =>
    Number(
      readFileSync(join(threads, thread, 'stat'), 'utf8')
        .split(') ')[1]
        ?.split(' ')[11],
    );
  await eventually('a thread is busy', () => {
    const others = readdirSync(threads).filter((thread) => thread !== String(pid));
    expect(Math.max(...others.map(ticks))).toBeGreaterThan(50);
  });
}

/** Replaces the table that searches read by an endless view. */
function makeSearchesEndless(file: string): void {
  const db = new Database(file);
  db.unsafeMode();
  db.pragma('legacy_alter_table = ON');
  db.exec(`ALTER TABLE observations RENAME TO observations_real;
    CREATE VIEW observations AS SELECT * FROM observations_real WHERE (
      WITH RECURSIVE endless(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM endless)
      SELECT count(*) FROM endless) > 0;`);
  db.close();
}
