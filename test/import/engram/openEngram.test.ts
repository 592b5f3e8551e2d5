import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openEngram } from '../../../src/import/engram.js';
import {
  ask,
  databaseWith,
  digestsOf,
  linesOf,
  peerDatabaseFile,
  peerFile,
  readAll,
  skippedIn,
} from '../../support/peers.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

interface Observation {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly content: string;
  readonly project: string;
  readonly scope: string;
  readonly topic_key: string | null;
  readonly created_at: string;
  readonly deleted_at: string | null;
}

const engramFile = () => peerDatabaseFile('engram.db', 'engram.db-wal');

/** The tables of engram, without its index. */
const schema = () =>
  ask<{ sql: string }>(
    engramFile(),
    "SELECT sql FROM sqlite_master WHERE name IN ('sessions', 'observations', 'user_prompts')",
  )
    .map(({ sql }) => sql)
    .join(';');

/** What the database says itself, by SQL. */
const observations = () => ask<Observation>(engramFile(), 'SELECT * FROM observations ORDER BY id');

test('every row of the database is taken or skipped with a reason', async () => {
  const rows = await readAll(openEngram(engramFile()));
  const live = observations().filter(({ deleted_at }) => deleted_at === null);
  expect(live).toHaveLength(8);
  expect(linesOf(rows, 'note')).toHaveLength(live.length);
  expect(linesOf(rows, 'session')).toHaveLength(1);
  expect(skippedIn(rows)).toEqual({
    'observations 3': 'deleted in engram',
    'user_prompts 1': 'a prompt of a user: a vault does not store prompts of users',
  });
  expect(rows).toHaveLength(1 + observations().length + 1);
});

const RELATIONS = `ALTER TABLE observations ADD COLUMN sync_id TEXT; ALTER TABLE observations ADD COLUMN pinned INTEGER DEFAULT 0;
  CREATE TABLE memory_relations (id INTEGER PRIMARY KEY, sync_id TEXT, source_id TEXT, target_id TEXT, relation TEXT,
    judgment_status TEXT);
  INSERT INTO sessions (id, project, directory) VALUES ('s', 'shop', '/x');`;
const noteOf = (id: number, pinned = 0) =>
  `INSERT INTO observations (id, sync_id, session_id, type, title, content, created_at, pinned)
   VALUES (${id}, 'obs-${id}', 's', 'decision', 'T${id}', 'C${id}', '2026-05-0${id}', ${pinned});`;
const relates = (source: string, target: string, relation: string, status: string) =>
  `INSERT INTO memory_relations (source_id, target_id, relation, judgment_status)
   VALUES ('${source}', '${target}', '${relation}', '${status}');`;

test('a judged relation that one note replaces another is taken, pins are, and other relations are told', async () => {
  const rows = await readAll(
    openEngram(
      databaseWith(
        [
          schema(),
          ';',
          RELATIONS,
          noteOf(1),
          noteOf(2, 1),
          noteOf(3),
          noteOf(4),
          relates('obs-2', 'obs-1', 'supersedes', 'judged'),
          relates('obs-3', 'obs-1', 'related', 'judged'),
          relates('obs-4', 'obs-1', 'supersedes', 'pending'),
          relates('obs-2', 'obs-3', 'supersedes', 'judged'),
        ].join('\n'),
      ),
    ),
  );
  const notes = linesOf(rows, 'note');
  expect(notes.map(({ supersedes }) => supersedes)).toEqual([
    undefined,
    notes[0]?.id,
    undefined,
    undefined,
  ]);
  expect(notes.map(({ pinned }) => pinned)).toEqual([undefined, true, undefined, undefined]);
  expect(skippedIn(rows)).toEqual({
    'memory_relations 2': 'a relation "related" of two notes, which a vault does not have',
    'memory_relations 3': 'a relation that nobody has confirmed',
    'memory_relations 4': 'its note already replaces another one',
  });
});

test('how many rows will come is known', async () => {
  const source = await openEngram(engramFile());
  source.close();
  expect(source.total).toBe(11);
});

test('a note says what its row says, and a raw key stays for the filter of the vault', async () => {
  const notes = linesOf(await readAll(openEngram(engramFile())), 'note');
  const live = observations().filter(({ deleted_at }) => deleted_at === null);
  expect(
    notes.map(({ title, content, project, created_at }) => ({
      title,
      content,
      project,
      created_at,
    })),
  ).toEqual(
    live.map(({ title, content, project, created_at }) => ({
      title,
      content,
      project,
      created_at: `${created_at.replace(' ', 'T')}Z`,
    })),
  );
  expect(notes.filter(({ content }) => content.includes('api_key=abcdef123456'))).toHaveLength(5);
});

test('types keep their names where the vault has them, and become a tag where not', async () => {
  const notes = linesOf(await readAll(openEngram(engramFile())), 'note');
  expect(notes.map(({ type, tags }) => [type, ...tags])).toEqual([
    ['decision', 'scope:project', 'topic:k/decision'],
    ['decision', 'src-type:architecture', 'scope:project', 'topic:k/architecture'],
    ['context', 'src-type:config', 'scope:project', 'topic:k/config'],
    ['context', 'src-type:preference', 'scope:project', 'topic:k/preference'],
    ['context', 'src-type:manual', 'scope:project', 'topic:k/manual'],
    ['discovery', 'scope:project', 'topic:k/discovery'],
    ['learning', 'src-type:passive', 'scope:project'],
    ['learning', 'src-type:passive', 'scope:project'],
  ]);
});

test('a session has its times and its summary, and its notes name it', async () => {
  const rows = await readAll(openEngram(engramFile()));
  const [session] = linesOf(rows, 'session');
  expect(session).toMatchObject({
    project: 'checkout',
    summary: 'did it',
    state: 'ended',
    started_at: '2026-11-22T11:09:43Z',
    ended_at: '2026-11-22T11:09:43Z',
  });
  expect(linesOf(rows, 'note').every(({ session_id }) => session_id === session?.id)).toBe(true);
});

test('the files of engram stay as they are', async () => {
  const file = engramFile();
  const before = digestsOf(dirname(file));
  expect(Object.keys(before)).toEqual(['engram.db', 'engram.db-wal']);
  await readAll(openEngram(file));
  expect(digestsOf(dirname(file))).toMatchObject(before);
});

test('the database without its write-ahead log has no tables, and that is said', async () => {
  const alone = join(temporaryDirectory(), 'engram.db');
  copyFileSync(engramFile(), alone);
  await expect(readAll(openEngram(alone))).rejects.toThrow(
    'is not a database of engram: it has no tables',
  );
});

test('the export and the database give the same lines, and a second read the same ids', async () => {
  const first = await readAll(openEngram(engramFile()));
  expect(await readAll(openEngram(engramFile()))).toEqual(first);
  expect(await readAll(openEngram(peerFile('engram-export.json')))).toEqual(first);
});

const exported = JSON.parse(readFileSync(peerFile('engram-export.json'), 'utf8'));

function exportWith(change: object): string {
  const file = join(temporaryDirectory(), 'export.json');
  writeFileSync(file, JSON.stringify({ ...exported, ...change }, null, 2));
  return file;
}

test('format 0.2 may hold more, and have notes before sessions', async () => {
  const { sessions, observations, ...others } = exported;
  const file = join(temporaryDirectory(), 'export.json');
  const more = observations.map((one: object) => ({ ...one, sync_id: 'obs-1' }));
  const data = {
    observations: more,
    relations: [{ id: 1 }],
    ...others,
    version: '0.2.0',
    sessions,
  };
  writeFileSync(file, `\uFEFF${JSON.stringify(data)}`);
  const known = await readAll(openEngram(peerFile('engram-export.json')));
  const rows = await readAll(openEngram(file));
  expect(rows.slice(0, -1)).toEqual(known);
  expect(rows.at(-1)).toEqual({
    row: 'memory_relations 1',
    skipped: 'a relation that nobody has confirmed',
  });
});

test.each([
  [{ version: '7.1' }, 'its format is 7.1, and only 0.1 and 0.2 are known'],
  [{ version: undefined }, 'is not an export of engram: it is other JSON'],
  [
    { observations: undefined, sessions: undefined },
    'is not an export of engram: it is other JSON',
  ],
])('an export with %j is refused', async (change, said) => {
  await expect(openEngram(exportWith(change))).rejects.toThrow(said);
});

test('an element of an export that is no object is skipped', async () => {
  const odd = await readAll(
    openEngram(exportWith({ observations: [1, ...exported.observations] })),
  );
  expect(skippedIn(odd)['observations, element 1']).toBe('it is not a JSON object');
  expect(linesOf(odd, 'note')).toHaveLength(8);
});

test('the elements of a list that no known format has are named', async () => {
  const rows = await readAll(openEngram(exportWith({ recipes: [{ id: 1 }] })));
  expect(rows.at(-1)).toEqual({
    row: 'recipes, element 1',
    skipped: 'in a list that a vault does not know',
  });
});

test.each([
  ['was cut off', (text: string) => text.slice(0, text.search(/"id": ?5\b/) + 40)],
  ['is damaged', (text: string) => text.replace('"version":', '"version":{}')],
])('an export that %s is refused, and nothing of it is taken', async (_, change) => {
  const file = join(temporaryDirectory(), 'cut.json');
  writeFileSync(file, change(readFileSync(peerFile('engram-export.json'), 'utf8')));
  await expect(openEngram(file)).rejects.toMatchObject({
    message: `${file} is not an export of engram: its JSON is damaged or was cut off`,
    next: 'write it anew, as a whole: one JSON value, not several',
  });
});

test('rows that cannot be read are skipped, and the others are taken', async () => {
  const file = databaseWith(`${schema()};
    INSERT INTO sessions VALUES
      ('good', 'p', '/p', '2026-01-01 10:00:00', NULL, NULL),
      ('no project', '', '/p', '2026-01-01 10:00:00', NULL, NULL),
      ('no time', 'p', '/p', 'yesterday', NULL, NULL);
    INSERT INTO observations (id, session_id, type, title, content, created_at, updated_at, scope) VALUES
      (1, 'good', 'bugfix', 'T', 'C', '2026-01-01 10:00:01', 'x', 'personal'),
      (2, 'good', 'bugfix', 'T', '   ', '2026-01-01 10:00:01', 'x', 'project'),
      (3, 'good', 'bugfix', 'T', x'00ff', '2026-01-01 10:00:01', 'x', 'project'),
      (4, 'good', '', 'T', 'C', '2026-01-01 10:00:01', 'x', 'project'),
      (5, 'good', 'bugfix', 'T', 'C', 'never', 'x', 'project'),
      (6, 'good', 'bugfix', 'T', 'C', 'never', '2026-01-02 10:00:00', 'project'),
      (7, 'no project', 'weird', '', 'First line' || char(10) || 'and more', '2026-01-01 10:00:01', 'x', 'project');
  `);
  const rows = await readAll(openEngram(file));
  expect(skippedIn(rows)).toEqual({
    'sessions no project': 'it has no project',
    'sessions no time': 'its started_at is not a time: yesterday',
    'observations 2': 'it has no content',
    'observations 3': 'its content is not a text',
    'observations 4': 'it has no type',
    'observations 5': 'its created_at is not a time: never',
  });
  const [session] = linesOf(rows, 'session');
  expect(session?.state).toBe('abandoned');
  const notes = linesOf(rows, 'note');
  expect(notes.map(({ created_at }) => created_at.slice(0, 10))).toEqual([
    '2026-01-01',
    '2026-01-02',
    '2026-01-01',
  ]);
  expect(notes.map(({ session_id }) => session_id)).toEqual([session?.id, session?.id, undefined]);
  expect(notes[0]).toMatchObject({ tags: ['scope:personal'] });
  expect(notes[2]).toMatchObject({
    type: 'context',
    title: 'First line',
    tags: ['src-type:weird', 'scope:project'],
  });
});
