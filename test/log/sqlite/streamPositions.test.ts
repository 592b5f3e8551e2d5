import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ulids } from '../../../src/domain/ids.js';
import type { EventLog, NewEvent } from '../../../src/log/eventLog.js';
import { openSqliteEventLog } from '../../../src/log/sqlite/sqliteEventLog.js';
import { verify } from '../../../src/maintenance/verify.js';
import { openSqliteReader } from '../../../src/sqlite/sqlite.js';
import { redacted } from '../../support/redacted.js';
import { rechain, tamper } from '../../support/tamper.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { NOW } from '../../support/testApp.js';

const data = (id: string, content: string) => ({
  id,
  session_id: null,
  type: 'task' as const,
  title: redacted('title'),
  tags: [],
  content: redacted(content),
  content_hash: content,
  redactions: [],
});

const eventId = ulids();
const about = (id: string, version: number, at: number) => ({
  id: eventId(at),
  stream: `observation/${id}`,
  version,
  at,
  meta: { actor: 'test' },
});
const saved = (id: string, at: number): NewEvent => ({
  ...about(id, 1, at),
  type: 'observation.saved',
  data: data(id, id),
});
const revised = (id: string, version: number, at: number): NewEvent => ({
  ...about(id, version, at),
  type: 'observation.revised',
  data: data(id, `${id} again`),
});
const forgotten = (id: string, version: number, at: number): NewEvent => ({
  ...about(id, version, at),
  type: 'observation.forgotten',
  data: { id, session_id: null },
});

/** A log in a file, with these events. */
async function logOf(...events: readonly NewEvent[]) {
  const file = join(temporaryDirectory(), 'log.db');
  const log = openSqliteEventLog(file);
  onTestFinished(() => log.close());
  for (const event of events) await append(log, event);
  return { file, log };
}

const append = (log: EventLog, ...events: readonly NewEvent[]) =>
  log.appendNext(async () => ({ events, answers: [], deduplicated: 0 }));

function indexedIn(file: string): number {
  const sql = openSqliteReader(file);
  onTestFinished(() => void sql.db.close());
  const rows = `SELECT count(*) AS count FROM dbstat WHERE name = 'events_by_stream' AND ncell > 0`;
  return sql.get<{ count: number }>(rows)?.count ?? 0;
}

test('a new note adds nothing to the index of streams, and is found by its stream all the same', async () => {
  const timeOf = (n: number) => NOW + Math.floor(n / 7);
  // Of this process and of others, whose ids are in no order.
  const notes = Array.from({ length: 50 }, (_, n) => {
    const id = n % 3 === 0 ? ulids()(timeOf(n)) : eventId(timeOf(n));
    return { id, event: saved(id, timeOf(n)) };
  });
  const { file, log } = await logOf(...notes.map(({ event }) => event));
  expect(indexedIn(file)).toBe(0);
  for (const [n, { id }] of notes.entries()) {
    const stream = `observation/${id}`;
    expect(await log.versionOf(stream)).toBe(1);
    expect((await log.readStream(stream)).map(({ position }) => position)).toEqual([n + 1]);
    expect((await log.readEntries(0, 9, { stream })).entries).toHaveLength(1);
    expect(await log.envelopeOf(stream)).toMatchObject({ position: n + 1, stream });
  }
  expect(await log.versionOf(`observation/${ulids()(NOW + 3)}`)).toBe(0);
  expect(await log.versionOf(`observation/${ulids()(NOW - 3)}`)).toBe(0);
});

test.each([
  ['its own time', 0],
  ['an earlier time, as that of a note from elsewhere', -5000],
  ['a later time, as after a clock was set back', 5000],
])('all events of a note with an id of %s are found', async (_which, earlier) => {
  const id = ulids()(NOW + 1 + earlier);
  const { log } = await logOf(
    saved(ulids()(NOW), NOW),
    saved(id, NOW + 1),
    saved(ulids()(NOW + 2), NOW + 2),
    revised(id, 2, NOW + 3),
    revised(id, 3, NOW + 4),
  );
  const stream = `observation/${id}`;
  const read = async (only: 'all' | 'last' | 'ends', version?: number) =>
    (await log.readStream(stream, { only, ...(version && { version }) })).map(
      (event) => event.version,
    );
  expect(await log.versionOf(stream)).toBe(3);
  expect([await read('all'), await read('last'), await read('ends')]).toEqual([
    [1, 2, 3],
    [3],
    [1, 3],
  ]);
  expect([await read('all', 1), await read('last', 1), await read('ends', 2)]).toEqual([
    [1],
    [1],
    [1, 2],
  ]);
  const { entries } = await log.readEntriesBefore(99, 2, { stream });
  expect(entries.map(({ version }) => version)).toEqual([3, 2]);
  await append(log, forgotten(id, 4, NOW + 5));
  expect([await log.versionOf(stream), await read('all'), await log.erased()]).toEqual([4, [4], 3]);
});

test.each([
  ['begins twice at one time', 1, 2],
  ['begins twice at different times', 1, 3],
])('verify reports a stream that %s', async (_which, from, to) => {
  const { file, log } = await logOf(...[NOW, NOW, NOW + 1].map((at) => saved(ulids()(at), at)));
  await log.close();
  expect((await verify({ logFile: file })).problems).toEqual([]);
  tamper(file, (db) => {
    db.exec(`UPDATE events SET stream = (SELECT stream FROM events WHERE position = ${from})
      WHERE position = ${to}`);
    rechain(db);
  });
  const detail = expect.stringContaining('comes after version 1');
  expect((await verify({ logFile: file })).problems).toEqual([
    { kind: 'version', position: to, detail },
  ]);
});

test.each([
  ['lacks its second version', 3, 'comes after version 1'],
  ['has its first version twice', 1, 'comes after version 1'],
])('verify reports a note that %s', async (_which, version, words) => {
  const id = ulids()(NOW);
  const { file, log } = await logOf(saved(id, NOW), revised(id, 2, NOW + 1));
  await log.close();
  tamper(file, (db) => {
    db.exec(`UPDATE events SET version = ${version} WHERE position = 2`);
    rechain(db);
  });
  expect((await verify({ logFile: file })).problems).toEqual([
    { kind: 'version', position: 2, detail: expect.stringContaining(words) },
  ]);
});
