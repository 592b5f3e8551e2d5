import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { goldenDigest, restoreLog } from '../scripts/golden/goldenDigest.js';
import { CURRENT_SCHEMA } from '../src/events/vaultEvent.js';
import { openSqliteEventLog } from '../src/log/sqlite/sqliteEventLog.js';
import { inText, shownId, shownStream } from '../src/log/sqlite/storedNames.js';
import { verify } from '../src/maintenance/verify.js';
import { Database } from '../src/sqlite/database.js';
import { checkChain } from './support/checkChain.js';
import { checkGuards } from './support/checkGuards.js';
import { saveNote } from './support/saveNote.js';
import { temporaryDirectory } from './support/temporaryDirectory.js';
import { testApp } from './support/testApp.js';

const FOLDER = fileURLToPath(new URL('golden/', import.meta.url));
const releases = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.sql'))
  .map((name) => name.replace('.sql', ''));

const logOf = (release: string) => readFileSync(join(FOLDER, `${release}.sql`), 'utf8');

test('there is at least one golden log', () => {
  expect(releases.length).toBeGreaterThan(0);
});

test.each(releases)(
  'the log of release %s verifies and gives the expected read models',
  async (release) => {
    const directory = temporaryDirectory();
    const digest = await goldenDigest(logOf(release), directory);
    // `npx tsx scripts/makeGolden.ts --digests` writes it again after an intended change of read models.
    expect(`${digest}\n`).toBe(readFileSync(join(FOLDER, `${release}.digest`), 'utf8'));
    expect(checkChain(join(directory, 'log.db'))).toEqual([]);
  },
);

test.each(releases)(
  "the log of release %s keeps its chain and every event in today's tables",
  async (release) => {
    const directory = temporaryDirectory();
    restoreLog(logOf(release), directory);
    const logFile = join(directory, 'log.db');
    const old = new Database(logFile);
    // Before format 7, names were texts.
    const rows = old
      .prepare<[], { id: string; stream: string; type: string; hash: Buffer }>(
        `SELECT ${inText('id')} AS id, ${inText('stream')} AS stream, type, hash FROM events ORDER BY position`,
      )
      .all();
    const before = rows.map((row) => ({
      ...row,
      id: shownId(row.id),
      stream: shownStream(row.stream),
    }));
    old.close();
    const log = openSqliteEventLog(logFile);
    const { entries } = await log.readEntries(0, 10_000, {});
    expect(entries.map(({ id, stream, type, hash }) => ({ id, stream, type, hash }))).toEqual(
      before,
    );
    for (const { id, position, meta } of entries) {
      expect(await log.envelopeOf(id)).toMatchObject({ position, meta });
    }
    await log.close();
    expect(checkGuards(logFile)).toEqual([]);
    expect(await verify({ logFile })).toMatchObject({ ok: true, problems: [] });
  },
);

test.each(releases)('events can be appended to the log of release %s', async (release) => {
  const VAULT_DATA_DIR = temporaryDirectory();
  restoreLog(logOf(release), VAULT_DATA_DIR);
  const app = await testApp({ VAULT_DATA_DIR });
  const { position } = await app.log.head();
  await saveNote(app, { title: 'written on' });
  expect((await app.log.head()).position).toBe(position + 1);
  expect((await app.rebuilder.start()).same).toBe(true);
  expect(checkChain(join(VAULT_DATA_DIR, 'log.db'))).toEqual([]);
});

test('every event type occurs in a golden log, in each of its schemas', async () => {
  const seen = new Set<string>();
  for (const release of releases) {
    const directory = temporaryDirectory();
    restoreLog(logOf(release), directory);
    const log = openSqliteEventLog(join(directory, 'log.db'));
    const { entries } = await log.readEntries(0, 10_000, {});
    for (const { type, schema } of entries) seen.add(`${type} ${schema}`);
    await log.close();
  }
  const shapes = Object.entries(CURRENT_SCHEMA).flatMap(([type, schema]) =>
    Array.from({ length: schema }, (_, i) => `${type} ${i + 1}`),
  );
  expect(shapes.filter((shape) => !seen.has(shape))).toEqual([]);
});
