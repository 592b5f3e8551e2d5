import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ulids } from '../../../src/domain/ids.js';
import type { EventLog, NewEvent } from '../../../src/log/eventLog.js';
import { openSqliteEventLog } from '../../../src/log/sqlite/sqliteEventLog.js';
import { verify } from '../../../src/maintenance/verify.js';
import { openSqliteReader } from '../../../src/sqlite/sqlite.js';
import { checkChain } from '../../support/checkChain.js';
import { checkGuards } from '../../support/checkGuards.js';
import { redacted } from '../../support/redacted.js';
import { tamper } from '../../support/tamper.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { NOW } from '../../support/testApp.js';

const nextId = ulids();
const SESSION = nextId(NOW);
const clock = () => NOW;

function note(content: string, stream = `observation/${nextId(NOW)}`, version = 1): NewEvent {
  const said = { title: redacted(content), content: redacted(content), tags: [], redactions: [] };
  return {
    id: nextId(NOW),
    stream,
    version,
    at: NOW,
    meta: { actor: 'test' },
    type: version === 1 ? 'observation.saved' : 'observation.revised',
    data: { ...said, id: stream, session_id: SESSION, type: 'task', content_hash: hashOf(content) },
  };
}

const hashOf = (content: string) => Buffer.from(content).toString('hex').padEnd(64, '0');

const append = (log: EventLog, ...events: NewEvent[]) =>
  log.appendNext(async () => ({ events, answers: [], deduplicated: 0 }));

async function holders(log: EventLog, content: string): Promise<readonly number[]> {
  const found = [];
  const key = { scope: SESSION, hash: hashOf(content) };
  for await (const { position } of log.findDuplicates(key)) found.push(position);
  return found;
}

/** A log of three notes, and its file as a process that was killed then would have left it. */
async function killed() {
  const directory = temporaryDirectory();
  const [file, left] = [join(directory, 'log.db'), join(directory, 'left.db')];
  const log = openSqliteEventLog(file, { clock });
  onTestFinished(() => log.close());
  await append(log, note('one', 'observation/1'), note('two'));
  await append(log, note('three', 'observation/1', 2));
  for (const end of ['', '-wal']) copyFileSync(file + end, left + end);
  return { log, file, left };
}

const headIn = (file: string) => {
  const sql = openSqliteReader(file);
  const row = sql.get<{ position: number; guards: number }>(
    'SELECT position, (SELECT count(*) FROM dedup) AS guards FROM head',
  );
  sql.db.close();
  return row;
};

test('the tables stay as they are while the log grows, are settled when it is closed, and follow from the events then', async () => {
  const { log, file } = await killed();
  await log.wipe();
  expect(headIn(file)).toEqual({ position: 0, guards: 0 });
  expect((await verify({ logFile: file })).problems).toEqual([]);
  await log.close();
  expect(headIn(file)).toEqual({ position: 3, guards: 2 });
  expect([...checkChain(file), ...checkGuards(file)]).toEqual([]);
  expect((await verify({ logFile: file })).problems).toEqual([]);
});

test('what the events say since then is found, also after the process was killed', async () => {
  const { log, left } = await killed();
  const again = openSqliteEventLog(left, { clock });
  for (const one of [log, again]) {
    expect(await holders(one, 'one')).toEqual([]);
    expect(await holders(one, 'two')).toEqual([2]);
    expect(await holders(one, 'three')).toEqual([3]);
  }
  expect(headIn(left)).toEqual({ position: 3, guards: 2 });
  await append(again, note('two'));
  expect(await holders(again, 'two')).toEqual([2, 4]);
  await again.close();
  expect([...checkChain(left), ...checkGuards(left)]).toEqual([]);
});

test('the tables are settled after so many events, however they arrive', async () => {
  const file = join(temporaryDirectory(), 'log.db');
  const log = openSqliteEventLog(file, { clock, lag: 3 });
  onTestFinished(() => log.close());
  const seen = [];
  for (const batch of [1, 1, 2, 5, 1]) {
    await append(log, ...Array.from({ length: batch }, () => note('same')));
    seen.push(headIn(file)?.position);
  }
  expect(seen).toEqual([0, 0, 0, 4, 9]);
  expect(await holders(log, 'same')).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('a log that ends before its head is refused', async () => {
  const { log, file } = await killed();
  await log.close();
  tamper(file, (db) => void db.exec('DELETE FROM events WHERE position > 1'));
  expect(() => openSqliteEventLog(file)).toThrow(
    'log.db ends at event 1, but once had 3: it was cut short',
  );
});
