import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ObservationRow } from '../../../src/projections/observationRow.js';
import { index, SEARCH_DUMPS, unindex, wipeIndex } from '../../../src/projections/searchIndex.js';
import type { Sql } from '../../../src/sqlite/sqlite.js';
import { rowOf, searchViews } from '../../support/searchViews.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

const WORDS = Array.from({ length: 997 }, (_, i) => `word${(i * i * 7919).toString(36)}`);
const note = (i: number): Partial<ObservationRow> => ({
  content: Array.from({ length: 40 }, (_, k) => WORDS[(i * 31 + k * k) % WORDS.length]).join(' '),
});

const SECRET: Partial<ObservationRow> = {
  title: 'Das Geheimnis, the secret Ünïcode',
  content: 'getUserById word5zquxmark 日本語 word5zquxmark',
  tags: JSON.stringify(['word6zquxmark', 'b']),
  project: 'zquxmark project',
  team: 't',
  author: 'word7zquxmark',
  session_id: 's',
};
/** Words all over the index, in pairs of similar words, so that pages begin with the second of a pair. */
const PAIRS = WORDS.flatMap((word) => [`${word}zquxmarka`, `${word}zquxmarkb`]);
const MANY = { ...SECRET, content: PAIRS.join(' ') };

const dumpsOf = (views: Sql) => Object.values(SEARCH_DUMPS).map((sql) => views.all(sql));

function forget(views: Sql, rows: readonly ObservationRow[]): void {
  views.db.transaction(() => {
    for (const row of rows) unindex(views, row);
  })();
}

/** Like `wipeViews`, for a file without cursors. */
function wipe(views: Sql): void {
  wipeIndex(views);
  views.db.exec('VACUUM');
  views.db.pragma('wal_checkpoint(TRUNCATE)');
}

test('after a removal the index, including its totals, equals one that never had the note', () => {
  const notes = Array.from({ length: 50 }, (_, i) => (i === 20 ? SECRET : note(i)));
  const { views, rows } = searchViews(notes);
  forget(views, [rows[20] ?? expect.fail()]);
  const never = searchViews([]);
  for (const row of rows) if (row.position !== 21) index(never.views, row);
  expect(dumpsOf(views)).toEqual(dumpsOf(never.views));
  wipe(views);
  expect(dumpsOf(views)).toEqual(dumpsOf(never.views));
});

test.each([
  ['a few words, saved one by one', SECRET, 1, false],
  ['a few words, saved together', SECRET, 64, false],
  ['many words, saved one by one', MANY, 1, false],
  ['many words, merged into one piece', MANY, 1, true],
])('no byte of a removed note is left in the file: %s', (_how, secret, together, inOnePiece) => {
  const file = join(temporaryDirectory(), 'views.db');
  const { views } = searchViews([], file);
  const rows = Array.from({ length: 700 }, (_, i) =>
    rowOf(i % 300 === 99 ? secret : note(i), i + 1),
  );
  for (let i = 0; i < rows.length; i += together) {
    views.db.transaction(() => {
      for (const row of rows.slice(i, i + together)) index(views, row);
    })();
  }
  if (inOnePiece) views.run(`INSERT INTO observations_fts (observations_fts) VALUES ('optimize')`);
  const text = () => readFileSync(file, 'latin1').toLowerCase();
  views.db.pragma('wal_checkpoint(TRUNCATE)');
  expect(text()).toContain('zquxmark');
  forget(
    views,
    rows.filter((row) => row.title === SECRET.title),
  );
  wipe(views);
  // The index may store only the part of a word that differs from the word before it.
  expect(text()).not.toContain('zqux');
  expect(text()).not.toContain('geheimnis');
  views.run(`INSERT INTO observations_fts (observations_fts) VALUES ('integrity-check')`);
  views.db.close();
});

test('a removed word is not left in a segment that an unfinished merge has already read', () => {
  const file = join(temporaryDirectory(), 'views.db');
  const { views } = searchViews([], file);
  const send = (command: string, value: number) =>
    views.run(
      `INSERT INTO observations_fts (observations_fts, rank) VALUES ('${command}', ${value})`,
    );
  send('automerge', 0);
  const secret = rowOf({ content: 'avibernum' }, 1);
  index(views, secret);
  for (let position = 2; position < 5; position++) {
    index(views, rowOf({ content: PAIRS.map((word) => `z${word}`).join(' ') }, position));
  }
  // Enough to merge all of the first segment, but not all of the others.
  send('merge', 4);
  expect(views.all('SELECT DISTINCT segid FROM observations_fts_idx')).toHaveLength(5);
  const text = () => readFileSync(file, 'latin1');
  views.db.pragma('wal_checkpoint(TRUNCATE)');
  expect(text()).toContain('avibernum');
  forget(views, [secret]);
  wipe(views);
  expect(text()).not.toContain('vibernum');
  views.run(`INSERT INTO observations_fts (observations_fts) VALUES ('integrity-check')`);
  views.run(`INSERT INTO observations_fts (observations_fts) VALUES ('optimize')`);
  views.run(`INSERT INTO observations_fts (observations_fts) VALUES ('integrity-check')`);
  views.db.close();
});

test('an index of one segment is written again, as an automatic merge may have left removed words in it', () => {
  const { views } = searchViews([note(1), note(2)]);
  const segment = () => views.all('SELECT DISTINCT segid FROM observations_fts_idx');
  wipeIndex(views);
  const before = segment();
  expect(before).toHaveLength(1);
  const dumps = dumpsOf(views);
  wipeIndex(views);
  expect(segment()).toHaveLength(1);
  expect(segment()).not.toEqual(before);
  expect(dumpsOf(views)).toEqual(dumps);
});
