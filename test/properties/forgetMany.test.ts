import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forgetObservation } from '../../src/commands/forgetObservation.js';
import { dataFiles } from '../../src/dataFiles.js';
import { openSqliteReader } from '../../src/log/sqlite.js';
import { seededRandom } from '../crash/seededRandom.js';
import { saveNote } from '../support/saveNote.js';
import { testApp } from '../support/testApp.js';

const NOTES = 1200;
const SESSIONS = ['01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', '01KA5ZJ3M4T6V8X0Y2Z4A6C8E1'] as const;

/** Letters that make a word, which no other number makes. */
const wordOf = (i: number) =>
  [...`${i}`.padStart(5, '0')].map((digit) => 'bcdfghjklm'[Number(digit)]).join('q');

/** The hashes that contents are known by again, by the id of their note. */
function hashesOf(log: string): ReadonlyMap<string, string> {
  const reader = openSqliteReader(log);
  const rows = reader.all<{ stream: string; content_hash: string }>('SELECT * FROM dedup');
  reader.db.close();
  return new Map(rows.map((row) => [row.stream.split('/').at(-1) ?? '', row.content_hash]));
}

/** Where notes go one by one, those between are moved to other pages of the files, and go later. */
test.each([2, 11])(
  'of many notes that are forgotten in any order, no word is in any file (%i)',
  async (seed) => {
    const app = await testApp();
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
      // As answers do that are waited for.
      if (random() < 0.05) expect(await app.eraser.settle(last, 60_000)).toBe(true);
    }
    expect(await app.eraser.settle(last, 60_000)).toBe(true);
    for (const file of readdirSync(app.config.dataDir)) {
      const bytes = readFileSync(join(app.config.dataDir, file));
      expect(
        forgotten.filter(({ word }) => bytes.includes(word)),
        file,
      ).toEqual([]);
    }
  },
);
