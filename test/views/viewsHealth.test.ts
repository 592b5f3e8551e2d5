import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { reporter } from '../../src/diagnostics/reporter.js';
import { Rejection } from '../../src/domain/rejection.js';
import { Database } from '../../src/sqlite/database.js';
import { viewsHealth } from '../../src/views/viewsHealth.js';

const CORRUPT = new Database.SqliteError('database disk image is malformed', 'SQLITE_CORRUPT');
const FULL = new Database.SqliteError('database or disk is full', 'SQLITE_FULL');

/**
 * Health whose pauses are over at once, and whose rebuilds end as `outcomes` say, then well. `onRebuilt` gets how many there
 * were.
 */
function watched(
  outcomes: readonly ('well' | 'badly')[] = [],
  onRebuilt: (rebuilds: number) => void = () => {},
) {
  const said: unknown[] = [];
  const pauses: number[] = [];
  const rest = [...outcomes];
  let now = 0;
  let rebuilds = 0;
  const timing = {
    now: () => now,
    pause: async (ms: number) => {
      pauses.push(ms);
      now += ms;
    },
  };
  const reporter = {
    report: (error: unknown) => void said.push(error),
    raise: ({ code }: Diagnostic) => void said.push(code),
    clear: (code: string) => void said.push(`${code} is over`),
  };
  const health = viewsHealth('/vault/views.db', reporter, timing);
  health.mendWith(async () => {
    rebuilds++;
    if (rest.shift() === 'badly') throw new Error('no space');
    onRebuilt(rebuilds);
  });
  return {
    health,
    codes: () => said,
    pauses,
    rebuilds: () => rebuilds,
    later: (ms: number) => {
      now += ms;
    },
  };
}

const mended = async () => {
  for (let turns = 0; turns < 20; turns++) await nextTurn();
};

test('many errors of a damaged file are one diagnostic and one rebuild, then all is as before', async () => {
  const { health, codes, rebuilds } = watched();
  for (let i = 0; i < 5; i++) expect(health.refusal(CORRUPT)).toBeInstanceOf(Rejection);
  health.failed(CORRUPT);
  expect(health.damage()).toBe('views.db is damaged, or is not a database');
  expect(health.trouble()).toContain('damaged');
  await mended();
  expect(health.trouble()).toBeUndefined();
  expect(rebuilds()).toBe(1);
  expect(codes()).toEqual(['views_damaged', 'views_damaged is over']);
});

test.each([
  ['SQLITE_CORRUPT_VTAB', 'malformed'],
  ['SQLITE_NOTADB', 'file is not a database'],
  ['SQLITE_IOERR_READ', 'disk I/O error'],
  ['SQLITE_CANTOPEN', 'unable to open database file'],
  ['SQLITE_ERROR', 'no such table: observations'],
])('%s (%s) is damage, also from a thread', (code, message) => {
  const { health } = watched();
  expect(health.refusal(Object.assign(new Error(message), { code }))).toMatchObject({
    code: 'not_ready',
  });
});

test.each([
  new Database.SqliteError('near "FORM": syntax error', 'SQLITE_ERROR'),
  new Database.SqliteError('UNIQUE constraint failed', 'SQLITE_CONSTRAINT_UNIQUE'),
  new Database.SqliteError('no such column: idd', 'SQLITE_ERROR'),
  new Rejection('not_found', 'there is no such note'),
  new TypeError('x is not a function'),
])('an error of our own stays what it is and rebuilds nothing: %s', async (error) => {
  const { health, codes, rebuilds } = watched();
  expect(health.refusal(error)).toBe(error);
  health.failed(error);
  await mended();
  expect(codes()).toEqual([error]);
  expect(rebuilds()).toBe(0);
});

test('a rebuild that fails is tried again, after twice as long each time, up to a minute', async () => {
  const { health, pauses, codes } = watched(Array.from({ length: 9 }, () => 'badly' as const));
  health.failed(CORRUPT);
  await mended();
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  expect(health.trouble()).toBeUndefined();
  expect(codes()).toEqual(['views_damaged', 'views_damaged is over']);
});

test('damage that comes again soon is mended later and later, after a good while at once', async () => {
  const { health, pauses, later } = watched();
  for (let times = 0; times < 3; times++) {
    health.failed(CORRUPT);
    await mended();
  }
  expect(pauses).toEqual([1000, 2000]);
  later(600_001);
  health.failed(CORRUPT);
  await mended();
  expect(pauses).toEqual([1000, 2000]);
});

test('a file with what was redacted is rebuilt until one without it is in use, and is a condition meanwhile', async () => {
  const { health, codes, rebuilds, pauses } = watched(['well', 'badly'], (rebuilds) => {
    if (rebuilds >= 4) health.outdated(false);
  });
  health.outdated(true);
  health.outdated(true);
  expect(health.damage()).toBeUndefined();
  await mended();
  expect(rebuilds()).toBe(4);
  expect(pauses).toEqual([1000, 2000, 1000]);
  health.outdated(true);
  await mended();
  expect(rebuilds()).toBe(5);
  expect(pauses).toHaveLength(3);
  const once = ['views_outdated', 'views_outdated is over'];
  expect(codes()).toEqual([...once, ...once]);
});

test('a file with what was redacted that is damaged as well is mended by one rebuild', async () => {
  const { health, codes, rebuilds } = watched();
  health.outdated(true);
  health.failed(CORRUPT);
  health.outdated(false);
  await mended();
  expect(rebuilds()).toBe(1);
  expect(codes()).toEqual([
    'views_outdated',
    'views_damaged',
    'views_outdated is over',
    'views_damaged is over',
  ]);
});

test('a file that cannot be written is reported once, and once more when it can', async () => {
  const { health, codes, rebuilds } = watched();
  for (let times = 0; times < 3; times++) health.failed(FULL);
  expect(health.trouble()).toBe(
    'the read models cannot be written: there is no space left for views.db',
  );
  health.wrote();
  health.wrote();
  expect(health.trouble()).toBeUndefined();
  await mended();
  expect(codes()).toEqual(['views_unwritable', 'views_unwritable is over']);
  expect(rebuilds()).toBe(0);
});

test('damage that is found before anything can mend it is mended then', async () => {
  const health = viewsHealth(
    '/vault/views.db',
    reporter(() => {}),
  );
  health.failed(CORRUPT);
  let rebuilds = 0;
  health.mendWith(async () => void rebuilds++);
  await mended();
  expect(rebuilds).toBe(1);
  expect(health.damage()).toBeUndefined();
});

test('nothing is mended any more once it is closed', async () => {
  const { health, rebuilds } = watched();
  health.close();
  expect(health.damaged('x')).toBeInstanceOf(Rejection);
  await mended();
  expect(rebuilds()).toBe(0);
});

test('an error that names another file says nothing about this one', async () => {
  const { health, codes, rebuilds } = watched();
  const error = new Database.SqliteError('disk I/O error', 'SQLITE_IOERR_READ');
  const ofLog = Object.assign(error, { file: '/vault/log.db' });
  health.failed(ofLog);
  expect(health.refusal(ofLog)).toBe(ofLog);
  await mended();
  expect(codes()).toEqual([ofLog]);
  expect(rebuilds()).toBe(0);
});
