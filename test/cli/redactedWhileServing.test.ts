import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { App } from '../../src/app/app.js';
import { eventually } from '../support/eventually.js';
import { filesWith } from '../support/filesWith.js';
import { LEAKS, lateFilter, leak, redactAll, SECRET } from '../support/leakyVault.js';
import { saveNote } from '../support/saveNote.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { ADMIN_KEY, testConfig } from '../support/testApp.js';
import { MAY_BE_LATE } from '../support/testServer.js';

// Threads start from built files; their types are those of the sources they were built from.
const built = (file: string) => import(String(new URL(`../../dist/${file}`, import.meta.url)));
const { openApp } = (await built('app/openApp.js')) as typeof import('../../src/app/openApp.js');
const { buildServer } = (await built(
  'http/server.js',
)) as typeof import('../../src/http/server.js');

const LONG_MS = 60_000;

/** A vault with threads as a service has them, which shows a secret that its filter knows by now. */
async function leakyService(gatherMs: number) {
  const late = lateFilter();
  const threads = { threads: true, gatherMs };
  const app = await openApp(testConfig(), { filter: late.filter, ...threads });
  onTestFinished(() => app.close());
  const server = await buildServer(app, { capacity: MAY_BE_LATE });
  onTestFinished(() => server.close());
  const read = (url: string) =>
    server.inject({ method: 'GET', url, headers: { 'x-admin-key': ADMIN_KEY } });
  const reads = await leak(app);
  for (const url of reads) expect((await read(url)).body, url).toContain(SECRET);
  late.learn();
  return { app, read, reads };
}

const untilRebuilt = (app: App) =>
  eventually('it is rebuilt', () => expect(app.readModels.trouble()).toBeUndefined());

test.each([
  ['are applied when a read needs them', LONG_MS],
  ['are applied at once', 0],
])(
  'no read that begins after a redaction shows the old text, where events %s',
  async (_when, gatherMs) => {
    const { app, read, reads } = await leakyService(gatherMs);
    let redactions = 0;
    app.log.onGrown(({ events }) => {
      redactions += events.filter(({ type }) => type === 'event.redacted').length;
    });
    let goOn = true;
    const statuses = new Set<number>();
    async function reader(url: string): Promise<void> {
      while (goOn) {
        const isAfter = redactions === LEAKS;
        const { statusCode, body } = await read(url);
        statuses.add(statusCode);
        if (isAfter) expect(body, url).not.toContain(SECRET);
        // Reads that never pause leave the threads on the same cores no time.
        await sleep(5);
      }
    }
    const reading = Promise.all(reads.map(reader));
    const position = await redactAll(app);
    expect(redactions).toBe(LEAKS);
    const wiped = await app.wiper.wipe(position, LONG_MS);
    await untilRebuilt(app);
    goOn = false;
    await reading;
    for (const url of reads) {
      const { statusCode, body } = await read(url);
      expect(statusCode, url).toBe(200);
      expect(body, url).toContain('[REDACTED]');
    }
    expect([200, 503]).toEqual(expect.arrayContaining([...statuses]));
    expect(wiped).toBe(true);
    expect(filesWith(app.config.dataDir, SECRET)).toEqual([]);
    await saveNote(app, { title: 'saves go on' });
    expect((await read('/api/v1/search?q=saves')).body).toContain('saves go on');
  },
);

test('a service that is killed after its thread has applied a redaction shows no old text again', async () => {
  const { app, reads } = await leakyService(0);
  await app.rebuilder.close();
  await app.readModels.waitFor(await redactAll(app), LONG_MS);
  const directory = temporaryDirectory();
  for (const name of ['log.db', 'log.db-wal', 'views.db', 'views.db-wal']) {
    cpSync(join(app.config.dataDir, name), join(directory, name));
  }
  const next = await openApp(testConfig({ VAULT_DATA_DIR: directory }), { threads: true });
  onTestFinished(() => next.close());
  const server = await buildServer(next, { capacity: MAY_BE_LATE });
  onTestFinished(() => server.close());
  for (const url of reads) {
    const headers = { 'x-admin-key': ADMIN_KEY };
    const { statusCode, body } = await server.inject({ method: 'GET', url, headers });
    expect([statusCode, body.includes(SECRET)], url).toEqual([200, false]);
  }
  expect(filesWith(directory, SECRET)).toEqual([]);
});
