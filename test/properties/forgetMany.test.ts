import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type App, openApp } from '../../src/app/app.js';
import { forgetObservation } from '../../src/commands/forgetObservation.js';
import { dataFiles } from '../../src/config/dataFiles.js';
import { openSqliteReader } from '../../src/sqlite/sqlite.js';
import { seededRandom } from '../crash/seededRandom.js';
import { plainFilter } from '../support/plainFilter.js';
import { saveNote } from '../support/saveNote.js';
import { testApp, testConfig } from '../support/testApp.js';

const NOTES = 1200;
const SESSIONS = ['01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', '01KA5ZJ3M4T6V8X0Y2Z4A6C8E1'] as const;

/** A word that is different for each number. */
const wordOf = (i: number) =>
  [...`${i}`.padStart(5, '0')].map((digit) => 'bcdfghjklm'[Number(digit)]).join('q');

/** The content hashes, by the id of their note. */
function hashesOf(log: string): ReadonlyMap<string, string> {
  const reader = openSqliteReader(log);
  const rows = reader.all<{ stream: string; content_hash: string }>('SELECT * FROM dedup');
  reader.db.close();
  return new Map(rows.map((row) => [row.stream.split('/').at(-1) ?? '', row.content_hash]));
}

/** Forgets most of many notes, one by one. The notes between them move to other pages of the files and are forgotten later. */
async function forgetMost(app: App, seed: number, now: { settling: number }) {
  const random = seededRandom(seed);
  const asked = { meta: { actor: 'test' } };
  const notes: { id: string; word: string; order: number }[] = [];
  for (let i = 0; i < NOTES; i++) {
    const word = wordOf(i);
    const filler = 'and so on '.repeat(random() * 20);
    const content = `${word} ${filler} ${word}`;
    const id = await saveNote(app, { title: word, content, session_id: SESSIONS[i % 2] });
    notes.push({ id, word, order: random() });
  }
  const hashes = hashesOf(dataFiles(app.config).log);
  expect(hashes.size).toBe(NOTES);
  const forgotten = notes.sort((a, b) => a.order - b.order).slice(0, NOTES * 0.9);
  let last = 0;
  for (const { id } of forgotten) {
    last = (await app.executor.execute(forgetObservation, { id }, asked)).position;
    if (random() < now.settling) expect(await app.eraser.settle(last, 60_000)).toBe(true);
  }
  // With the hash of a forgotten text, anyone could check a guess of the text.
  const gone = forgotten.flatMap(({ id, word }) => [word, hashes.get(id) ?? expect.fail(id)]);
  return { last, gone };
}

function expectGone({ config }: App, gone: readonly string[]): void {
  for (const file of readdirSync(config.dataDir)) {
    const bytes = readFileSync(join(config.dataDir, file));
    expect(
      gone.filter((text) => bytes.includes(text)),
      file,
    ).toEqual([]);
  }
}

test.each([2, 11])(
  'after many notes are forgotten in any order, no file contains their texts (%i)',
  async (seed) => {
    const app = await testApp();
    const { last, gone } = await forgetMost(app, seed, { settling: 0.05 });
    expect(await app.eraser.settle(last, 60_000)).toBe(true);
    expectGone(app, gone);
  },
);

test.each(['log', 'views'] as const)(
  'what somebody who reads the %s holds up over a stop, the next start finishes',
  async (read) => {
    const config = testConfig();
    const app = await openApp(config, { filter: plainFilter });
    const other = openSqliteReader(dataFiles(config)[read]);
    other.db.exec('BEGIN');
    other.get('SELECT count(*) FROM sqlite_schema');
    const { last, gone } = await forgetMost(app, 11, { settling: 0 });
    expect(await app.eraser.settle(last, 50)).toBe(false);
    await app.close();
    other.db.close();
    const next = await testApp({ VAULT_DATA_DIR: config.dataDir });
    expect(await next.eraser.settle(last, 60_000)).toBe(true);
    expectGone(next, gone);
  },
);
