import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openKorva } from '../../../src/import/korva.js';
import { Database } from '../../../src/sqlite/database.js';
import {
  ask,
  digestsOf,
  linesOf,
  peerDatabaseFile,
  peerFile,
  readAll,
  skippedIn,
} from '../../support/peers.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

interface Observation {
  readonly id: string;
  readonly session_id: string | null;
  readonly type: string;
  readonly title: string;
  readonly content: string;
  readonly author: string;
  readonly project: string;
  readonly tags: string;
  readonly topic_key: string;
  readonly created_at: string;
}

const korvaFile = () => peerDatabaseFile('observations.db');
const observations = () =>
  ask<Observation>(korvaFile(), 'SELECT * FROM observations ORDER BY rowid');

/** Korva's database after some more SQL. */
function changed(sql: string): string {
  const file = korvaFile();
  const db = new Database(file);
  db.pragma('foreign_keys = OFF');
  db.exec(sql);
  db.close();
  return file;
}

test('every row of the database is taken, and says what its row says', async () => {
  const file = korvaFile();
  const before = digestsOf(dirname(file));
  const rows = await readAll(openKorva(file));
  expect(digestsOf(dirname(file))).toMatchObject(before);
  expect(observations()).toHaveLength(11);
  expect(linesOf(rows, 'note').map(({ id: _, ...note }) => note)).toEqual(
    observations().map(
      ({ type, title, content, author, project, tags, topic_key, created_at }) => ({
        record: 'note',
        title,
        content,
        author,
        project,
        created_at,
        type: type === 'incident' ? 'bugfix' : type,
        tags: [
          ...(type === 'incident' ? ['src-type:incident'] : []),
          ...JSON.parse(tags),
          `topic:${topic_key}`,
        ],
      }),
    ),
  );
  expect(rows).toHaveLength(13);
  expect(skippedIn(rows)).toEqual({});
});

test('a session and a prompt have what Korva knows of them', async () => {
  const rows = await readAll(openKorva(korvaFile()));
  expect(linesOf(rows, 'session')).toEqual([
    {
      record: 'session',
      id: expect.any(String),
      project: 'checkout',
      team: 'core',
      agent: 'claude',
      goal: 'g',
      started_at: '2026-11-22T11:09:46Z',
      state: 'abandoned',
    },
  ]);
  expect(linesOf(rows, 'prompt')).toEqual([
    {
      record: 'prompt',
      id: expect.any(String),
      name: 'review',
      created_at: '2026-11-22T11:09:46Z',
      versions: [{ content: 'Review it', tags: [], at: '2026-11-22T11:09:46Z' }],
    },
  ]);
});

test('conventions and phases are taken; skills, relations and what is private are not', async () => {
  const file = changed(`
    INSERT INTO openspec VALUES ('checkout', 'Use pnpm.', '2026-11-22T12:00:00Z'), ('empty', '', '2026-11-22T12:00:00Z');
    INSERT INTO sdd_state VALUES ('checkout', 'design', '2026-11-22T12:00:00Z'), ('other', 'dreaming', '2026-11-22T12:00:00Z');
    INSERT INTO skills (id, name, body) VALUES ('S', 'n', 'b');
    INSERT INTO private_scrolls (id, name, content) VALUES ('P', 'n', 'c');
    INSERT INTO observation_relations (id, source_id, target_id, relation) VALUES ('R', 'a', 'b', 'relates');
  `);
  const rows = await readAll(openKorva(file));
  expect(linesOf(rows, 'conventions')).toEqual([
    {
      record: 'conventions',
      project: 'checkout',
      versions: [{ content: 'Use pnpm.', at: '2026-11-22T12:00:00Z' }],
    },
  ]);
  expect(linesOf(rows, 'phases')).toEqual([
    {
      record: 'phases',
      project: 'checkout',
      phases: [{ phase: 'design', at: '2026-11-22T12:00:00Z' }],
    },
  ]);
  expect(skippedIn(rows)).toEqual({
    'openspec empty': 'it has no content',
    'sdd_state other': 'it is in an unknown phase: dreaming',
    'skills S': 'a skill: a vault has no skills',
    'private_scrolls P': 'not imported: private in Korva',
    'observation_relations R': 'a relation "relates" of two notes, which a vault does not have',
  });
});

test('an ended session keeps its end and its summary, and its notes name it', async () => {
  const file = changed(`
    UPDATE sessions SET ended_at = '2026-11-22T12:00:00Z', summary = 'all done';
    UPDATE observations SET session_id = (SELECT id FROM sessions) WHERE type = 'bugfix';
  `);
  const rows = await readAll(openKorva(file));
  const [session] = linesOf(rows, 'session');
  expect(session).toMatchObject({
    state: 'ended',
    ended_at: '2026-11-22T12:00:00Z',
    summary: 'all done',
  });
  const named = linesOf(rows, 'note').filter(({ session_id }) => session_id !== undefined);
  expect(named.map(({ title, session_id }) => [title, session_id])).toEqual([
    ['A bugfix', session?.id],
  ]);
});

/** What Korva's export writes: a note a line. */
function exportOf(file: string): string {
  const found = ask<Observation>(file, 'SELECT * FROM observations ORDER BY rowid');
  const lines = found.map(({ tags, session_id, ...row }) =>
    JSON.stringify({ ...row, tags: JSON.parse(tags), ...(session_id && { session_id }) }),
  );
  const to = join(temporaryDirectory(), 'korva-vault.jsonl');
  writeFileSync(to, `${lines.join('\n')}\n\n{"id": broken\n[]\n`);
  return to;
}

test('the export gives the same notes as the database, also those of a session', async () => {
  const file = changed('UPDATE observations SET session_id = (SELECT id FROM sessions)');
  const notes = linesOf(await readAll(openKorva(file)), 'note');
  const rows = await readAll(openKorva(exportOf(file)));
  expect(linesOf(rows, 'note')).toEqual(notes);
  expect(skippedIn(rows)).toEqual({
    'line 13': 'it is not a JSON object',
    'line 14': 'it is not a JSON object',
  });
});

test('a second read gives the same ids', async () => {
  const file = korvaFile();
  expect(await readAll(openKorva(file))).toEqual(await readAll(openKorva(file)));
});

test.each(['engram-export.json', 'README.md'])('%s is no data of Korva', async (name) => {
  await expect(openKorva(peerFile(name))).rejects.toThrow(
    /is not (an export|a database) of [kK]orva/,
  );
});
