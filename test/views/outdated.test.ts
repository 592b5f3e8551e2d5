import { cpSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { App } from '../../src/app/app.js';
import { openApp } from '../../src/app/openApp.js';
import { dataFiles } from '../../src/config/dataFiles.js';
import type { Line } from '../../src/diagnostics/reporter.js';
import { openSqliteReader } from '../../src/sqlite/sqlite.js';
import { cursorsOf, isOutdated } from '../../src/views/viewsFile.js';
import { testClient } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { filesWith } from '../support/filesWith.js';
import { lateFilter, leak, redactAll, SECRET } from '../support/leakyVault.js';
import { saveNote } from '../support/saveNote.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { ADMIN_KEY, testConfig } from '../support/testApp.js';

const LONG_MS = 60_000;
const headers = { 'x-admin-key': ADMIN_KEY };

/** A vault that shows a secret which its filter knows by now, in what its reads answer. */
async function leakyVault({ gatherMs = 0 } = {}) {
  const lines: Line[] = [];
  const late = lateFilter();
  const write = (line: Line) => lines.push(line);
  const app = await openApp(testConfig(), { filter: late.filter, gatherMs, write });
  onTestFinished(() => app.close());
  const reads = await leak(app);
  const client = await testClient(app);
  const read = async (url: string) => client.call('GET', url, { headers });
  for (const url of reads) expect((await read(url)).body, url).toContain(SECRET);
  late.learn();
  const codes = () =>
    lines.map(({ code, condition }) => (condition ? `${condition} is over` : code));
  return { app, reads, read, codes };
}

const untilRebuilt = ({ readModels }: App) =>
  eventually('it was rebuilt', () => expect(readModels.trouble()).toBeUndefined());

/** Opens what a process leaves that is killed now. */
async function afterKill(app: App): Promise<App> {
  const directory = temporaryDirectory();
  for (const name of ['log.db', 'log.db-wal', 'views.db', 'views.db-wal']) {
    cpSync(join(app.config.dataDir, name), join(directory, name));
  }
  const opened = await openApp(testConfig({ VAULT_DATA_DIR: directory }));
  onTestFinished(() => opened.close());
  return opened;
}

async function expectNoSecret(app: App, reads: readonly string[]): Promise<void> {
  const client = await testClient(app);
  for (const url of reads) {
    const { statusCode, body } = await client.call('GET', url, { headers });
    expect(statusCode, url).toBe(200);
    expect(body, url).toContain('[REDACTED]');
    expect(body, url).not.toContain(SECRET);
  }
}

test('a redacted text is shown by no read of a running service, which rebuilds its read models', async () => {
  const { app, reads, read, codes } = await leakyVault();
  await redactAll(app);
  for (const url of reads) expect((await read(url)).body, url).not.toContain(SECRET);
  await untilRebuilt(app);
  await expectNoSecret(app, reads);
  expect(codes()).toEqual(['views_outdated', 'views_outdated is over']);
});

test('while outdated read models are not rebuilt, reads of them are refused, and what has no texts goes on', async () => {
  const { app, reads, read } = await leakyVault();
  await app.rebuilder.close();
  await redactAll(app);
  for (const url of reads) expect((await read(url)).statusCode, url).toBe(503);
  expect((await read('/readyz')).json()).toMatchObject({
    checks: {
      log: 'ok',
      views: expect.stringContaining('rebuilds the read models without the redacted'),
    },
    conditions: [{ code: 'views_outdated' }],
  });
  expect(app.readModels.isBehind('observations')).toBe(true);
  expect(app.readModels.isBehind('teams')).toBe(false);
  await app.readModels.current('teams', 'sdd');
  await saveNote(app, { title: 'saves go on' });
});

test('a redaction is wiped only when the outdated file is gone', async () => {
  const stuck = await leakyVault();
  await stuck.app.rebuilder.close();
  expect(await stuck.app.wiper.wipe(await redactAll(stuck.app), 50)).toBe(false);
  expect(filesWith(stuck.app.config.dataDir, SECRET)).not.toEqual([]);
  const { app } = await leakyVault();
  expect(await app.wiper.wipe(await redactAll(app), LONG_MS)).toBe(true);
  expect(filesWith(app.config.dataDir, SECRET)).toEqual([]);
});

test('a process that is killed after it has applied a redaction shows no old text when it starts again', async () => {
  const { app, reads } = await leakyVault();
  await app.rebuilder.close();
  await redactAll(app);
  await app.readModels.latest();
  const file = openSqliteReader(dataFiles(app.config).views);
  const outdated = cursorsOf(file).filter(isOutdated);
  file.db.close();
  expect(outdated.map(({ name }) => name).sort()).toEqual([
    'conventions',
    'imports',
    'observations',
    'prompts',
    'sessions',
  ]);
  const next = await afterKill(app);
  await expectNoSecret(next, reads);
  expect(filesWith(next.config.dataDir, SECRET)).toEqual([]);
});

test('a process that is killed before it has applied a redaction shows no old text when it starts again', async () => {
  const { app, reads } = await leakyVault({ gatherMs: LONG_MS });
  const before = app.readModels.position();
  await redactAll(app);
  expect(app.readModels.position()).toBe(before);
  const next = await afterKill(app);
  await expectNoSecret(next, reads);
  expect(filesWith(next.config.dataDir, SECRET)).toEqual([]);
});

test('a vault with redactions is not rebuilt for them again', async () => {
  const { app, reads, codes } = await leakyVault();
  await redactAll(app);
  await untilRebuilt(app);
  const { ino } = statSync(dataFiles(app.config).views);
  await saveNote(app, { title: 'later' });
  await app.rebuilder.start();
  await expectNoSecret(app, reads);
  expect(codes().filter((code) => code === 'views_outdated')).toHaveLength(1);
  const rebuilt = statSync(dataFiles(app.config).views).ino;
  expect(rebuilt).not.toBe(ino);
  await app.close();
  for (let starts = 0; starts < 2; starts++) {
    const again = await openApp(app.config);
    await saveNote(again, { title: `start ${starts}` });
    expect(again.readModels.trouble()).toBeUndefined();
    await again.close();
    expect(statSync(dataFiles(app.config).views).ino).toBe(rebuilt);
  }
});

test('what is redacted before it was applied outdates nothing', async () => {
  const late = lateFilter();
  const config = testConfig();
  const app = await openApp(config, { filter: late.filter, gatherMs: LONG_MS });
  onTestFinished(() => app.close());
  const reads = await leak(app);
  late.learn();
  await redactAll(app);
  await expectNoSecret(app, reads);
  expect(app.rebuilder.status()).toEqual({ state: 'idle', done: 0, total: 0 });
});
