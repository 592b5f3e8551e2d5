import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.js';
import { openApp } from '../../src/app/openApp.js';
import { forgetObservation, reviseObservation } from '../../src/commands/observations.js';
import { dataFiles } from '../../src/config/dataFiles.js';
import { openSqliteReader } from '../../src/sqlite/sqlite.js';
import { seededRandom } from '../crash/seededRandom.js';
import { runs, sampled } from '../support/depth.js';
import { eventually } from '../support/eventually.js';
import { plainFilter } from '../support/plainFilter.js';
import { saveNote } from '../support/saveNote.js';
import { testApp, testConfig } from '../support/testApp.js';

const NOTES = runs(400, 1200);
/** Of these, notes that are forgotten between one restart and the next. */
const PER_RESTART = Math.floor(NOTES * 0.29);
/** Notes that are saved at a time. */
const TOGETHER = 20;
const SESSIONS = ['01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', '01KA5ZJ3M4T6V8X0Y2Z4A6C8E1'] as const;

/** A word that is different for each number. */
const wordOf = (i: number) =>
  [...`${i}`.padStart(5, '0')].map((digit) => 'bcdfghjklm'[Number(digit)]).join('q');

/** Digests by which a text could be recognised: of contents and of requests. */
function digestsOf(log: string): readonly string[] {
  const reader = openSqliteReader(log);
  const rows = reader.all<{ content: string; request: string }>(
    `SELECT body ->> '$.data.content_hash' AS content, body ->> '$.request.fingerprint' AS request
     FROM events WHERE type = 'observation.saved' AND position IN (SELECT position FROM kept_payloads)`,
  );
  reader.db.close();
  return rows.flatMap(({ content, request }) => [content, request]);
}

interface Note {
  readonly id: string;
  readonly words: readonly string[];
  readonly order: number;
}

const meta = { actor: 'test' };
const UNCHANGED = { title: undefined, tags: undefined, type: undefined };

/** Saves many notes, half of them twice with keys of their own, and revises a third. */
async function saveMany(app: App, random: () => number): Promise<readonly Note[]> {
  const about = (word: string) => `${word} ${'and so on '.repeat(random() * 20)} ${word}`;
  const drafts = Array.from({ length: NOTES }, (_, i) => {
    const words = [wordOf(i), wordOf(NOTES + i)] as const;
    return { i, words, contents: words.map(about), order: random() };
  });
  const notes: Note[] = [];
  for (let i = 0; i < NOTES; i += TOGETHER) {
    notes.push(
      ...(await Promise.all(drafts.slice(i, i + TOGETHER).map((one) => saveOne(app, one)))),
    );
  }
  return notes;
}

interface Draft extends Omit<Note, 'id'> {
  readonly i: number;
  readonly contents: readonly string[];
}

async function saveOne(app: App, { i, words, contents, order }: Draft): Promise<Note> {
  const [title = '', revised = ''] = words;
  const [content = '', other = ''] = contents;
  const note = { title, content, session_id: SESSIONS[i % 2] };
  const id = await saveNote(app, note, `first ${i}`);
  // Answered with the stored note, without an event.
  if (i % 2 === 0) expect(await saveNote(app, note, `second ${i}`)).toBe(id);
  if (i % 3 !== 0) return { id, words: [title], order };
  await app.executor.execute(reviseObservation, { id, content: other, ...UNCHANGED }, { meta });
  return { id, words: [title, revised], order };
}

/** Forgets most of many notes, one by one. Those between them move to other pages and are forgotten later. */
async function forgetMost(app: App, seed: number, now: { wiping: number }) {
  const random = seededRandom(seed);
  const notes = await saveMany(app, random);
  const digests = digestsOf(dataFiles(app.config).log);
  expect(digests.length).toBe(2 * NOTES);
  const inOrder = [...notes].sort((a, b) => a.order - b.order);
  const forgotten = inOrder.slice(0, NOTES * 0.9);
  let last = 0;
  for (const { id } of forgotten) {
    last = (await app.executor.execute(forgetObservation, { id }, { meta })).position;
    if (random() < now.wiping) expect(await app.wiper.wipe(last, 60_000)).toBe(true);
  }
  const kept = new Set(digestsOf(dataFiles(app.config).log));
  // With the digest of a forgotten text, anyone could check a guess of the text.
  const gone = digests.filter((digest) => !kept.has(digest));
  expect(gone.length).toBe(2 * forgotten.length);
  return { last, gone: [...gone, ...forgotten.flatMap(({ words }) => words)] };
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

test.each(sampled([2, 11], 2))(
  'after many notes are forgotten in any order, no file contains their texts (%i)',
  async (seed) => {
    const app = await testApp();
    const { last, gone } = await forgetMost(app, seed, { wiping: 0.05 });
    expect(await app.wiper.wipe(last, 60_000)).toBe(true);
    expectGone(app, gone);
  },
);

test('also after restarts and a rebuild in between, no file contains their texts', async () => {
  const config = testConfig();
  const gone: string[] = [];
  const random = seededRandom(5);
  const first = await openApp(config, { filter: plainFilter });
  const notes = await saveMany(first, random);
  await first.close();
  for (let part = 0; part < 3; part++) {
    const app = await openApp(config, { filter: plainFilter });
    if (part === 1) expect((await app.rebuilder.start()).same).toBe(true);
    let last = 0;
    for (const { id, words } of notes.slice(part * PER_RESTART, (part + 1) * PER_RESTART)) {
      last = (await app.executor.execute(forgetObservation, { id }, { meta })).position;
      gone.push(...words);
    }
    // The wiping of the last ones is left to the next start.
    if (part < 2) expect(await app.wiper.wipe(last, 60_000)).toBe(true);
    await app.close();
  }
  const app = await testApp({ VAULT_DATA_DIR: config.dataDir });
  await eventually('the start has wiped the texts', () => expect(app.wiper.pending()).toBe(false));
  expectGone(app, gone);
});

test.each(['log', 'views'] as const)(
  'when a reader of the %s delays the wiping until the stop, the next start finishes it',
  async (read) => {
    const config = testConfig();
    const app = await openApp(config, { filter: plainFilter });
    const other = openSqliteReader(dataFiles(config)[read]);
    other.db.exec('BEGIN');
    other.get('SELECT count(*) FROM sqlite_schema');
    const { last, gone } = await forgetMost(app, 11, { wiping: 0 });
    expect(await app.wiper.wipe(last, 50)).toBe(false);
    await app.close();
    other.db.close();
    const next = await testApp({ VAULT_DATA_DIR: config.dataDir });
    expect(await next.wiper.wipe(last, 60_000)).toBe(true);
    expectGone(next, gone);
  },
);
