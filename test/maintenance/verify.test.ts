import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CURRENT_SCHEMA } from '../../src/events/vaultEvent.js';
import { verify } from '../../src/maintenance/verify.js';
import { Database } from '../../src/sqlite/database.js';
import { openSqliteReader } from '../../src/sqlite/sqlite.js';
import { liveBytesOf, rootsOf } from '../support/sqlitePages.js';
import { rewrite } from '../support/tamper.js';
import { tamperedCopies } from '../support/tamperedCopies.js';
import { aNote, TAMPERINGS } from '../support/tamperings.js';

/** Bytes of a page of the file. */
const PAGE = 4096;

const copy = tamperedCopies();

test('a log with events of every kind verifies', async () => {
  const { logFile, viewsFile } = copy();
  const log = openSqliteReader(logFile);
  const types = log.all<{ type: string }>('SELECT type FROM kinds').map(({ type }) => type);
  expect(types.sort()).toEqual(Object.keys(CURRENT_SCHEMA).sort());
  const head = log.get<{ position: number; hash: Buffer }>('SELECT position, hash FROM head');
  log.db.close();
  const report = await verify({ logFile, viewsFile });
  expect(report).toMatchObject({
    ok: true,
    problems: [],
    more: 0,
    events: head?.position,
    head: head?.position,
    hash: head?.hash.toString('hex'),
    views_compared: true,
  });
});

test.each(Object.entries(TAMPERINGS))('verify reports that %s', async (_what, [change, kind]) => {
  const report = await verify(copy(change));
  expect(report.ok).toBe(false);
  expect(report.problems.map((problem) => problem.kind)).toContain(kind);
});

test('verify reports a dropped trigger', async () => {
  const { logFile } = copy();
  const db = new Database(logFile);
  db.exec('DROP TRIGGER events_no_delete');
  db.close();
  const { problems } = await verify({ logFile });
  expect(problems).toEqual([
    {
      position: null,
      kind: 'schema',
      detail: "'trigger' 'events_no_delete' of 'events' is missing",
    },
  ]);
});

test('a history rewritten with all hashes is detected only by the read models, and not after a rebuild', async () => {
  const job = copy((db) => {
    const position = aNote(db);
    const body = String(
      db.prepare('SELECT body FROM events WHERE position = ?').pluck().get(position),
    );
    rewrite(db, position, body.replace('Note', 'Lies'));
  });
  const problems = new Set((await verify(job)).problems.map(({ kind }) => kind));
  expect([...problems]).toEqual(['views']);
  const { ok, views_compared } = await verify({ logFile: job.logFile });
  expect({ ok, views_compared }).toEqual({ ok: true, views_compared: false });
});

test('a damaged B-tree that repeats rows is reported as a problem and causes no endless loop', async () => {
  const { logFile } = copy();
  const file = readFileSync(logFile);
  const separators = liveBytesOf(file, rootsOf(logFile)).get('events / separators') ?? [];
  const damages = separators.map((at) => {
    const damaged = Buffer.from(file);
    damaged.writeUInt8(damaged.readUInt8(at) ^ 0x80, at);
    return damaged;
  });
  // A separator follows the number of its page: the first separator replaces the second.
  const [first = 0, second = 0] = separators;
  const twice = Buffer.from(file);
  file.copy(twice, second - 4, first - 4, first);
  const said: string[] = [];
  for (const damaged of [...damages, twice]) {
    writeFileSync(logFile, damaged);
    const { ok, problems } = await verify({ logFile });
    expect(ok).toBe(false);
    said.push(...problems.map(({ detail }) => detail));
  }
  expect(said).toContainEqual(
    expect.stringMatching(/cannot be read: event \d+ is found after \d+$/),
  );
});

test('the first hundred of many problems are listed in the order of events, and the others counted', async () => {
  const { logFile } = copy((db) => {
    db.exec(`UPDATE events SET actor = 'mallory' WHERE position % 3 > 0`);
    db.exec(`UPDATE events SET body = '{}' WHERE position % 2 = 0`);
    db.exec('DELETE FROM dedup');
  });
  const { problems, more } = await verify({ logFile });
  expect(problems).toHaveLength(100);
  expect(more).toBeGreaterThan(0);
  const seen = new Set(problems.map(({ kind }) => kind));
  expect([...seen].sort()).toEqual(['dedup', 'hash', 'idempotency', 'payload']);
});

test('a page of events that SQLite cannot read is a problem', async () => {
  const { logFile } = copy();
  const file = readFileSync(logFile);
  const said = new Set<string>();
  for (let page = 1; page < file.length / PAGE; page += 3) {
    const damaged = Buffer.from(file);
    // There is no such kind of page.
    damaged.writeUInt8(0xee, page * PAGE);
    writeFileSync(logFile, damaged);
    const { problems } = await verify({ logFile });
    for (const { detail } of problems) said.add(detail);
  }
  expect(said).toContain(
    'the events cannot be read: a file of the vault is damaged, or is not a database',
  );
  expect(
    [...said].filter((detail) => /^the events after the first \d+ cannot/.test(detail)),
  ).not.toEqual([]);
});
