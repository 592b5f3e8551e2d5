import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { type WalContent, walContent } from '../../src/maintenance/loss/walContent.js';
import { openSqlite } from '../../src/sqlite/sqlite.js';
import { walPages } from '../../src/sqlite/walCheckpoint.js';
import { seededRandom } from '../crash/seededRandom.js';
import { runs } from '../support/depth.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const HEADER = 32;
const FRAME_HEADER = 24;
const FRAME = FRAME_HEADER + 4096;
const SECTOR = 512;

/** What a connection does with a table of blobs. */
type Act =
  | { readonly do: 'commit' | 'rollback'; readonly rows: number; readonly bytes: number }
  | { readonly do: 'checkpoint' };

const write = fc.record({
  do: fc.constantFrom('commit' as const, 'commit' as const, 'commit' as const, 'rollback' as const),
  rows: fc.integer({ min: 1, max: 8 }),
  bytes: fc.integer({ min: 1, max: 9000 }),
});
const checkpoint = fc.constant({ do: 'checkpoint' as const });
const act = fc.oneof({ weight: 6, arbitrary: write }, { weight: 1, arbitrary: checkpoint });
const acts = fc.array(act, { minLength: 1, maxLength: 10 });
/** A place in a file, as a part of its length. */
const place = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

/** A database as it is in its files. */
interface Files {
  readonly db: Buffer;
  readonly wal: Buffer;
}

/** The frames of a transaction in the write-ahead log, counted from 0. */
interface Written {
  readonly from: number;
  readonly to: number;
}

interface Life {
  /** The files after each transaction. */
  readonly files: readonly Files[];
  /** The transactions that the write-ahead log holds in the end. */
  readonly written: readonly Written[];
}

const COMMIT: Act = { do: 'commit', rows: 1, bytes: 1 };

/** Goes on with a database, one transaction after the other, and leaves it as a killed process does. */
function live(start: Files | undefined, all: readonly Act[]): Life {
  const file = laidOut(start);
  const sql = openSqlite(file, 'FULL');
  sql.db.pragma('wal_autocheckpoint = 0');
  // So small that a transaction writes pages before it ends, some of them twice.
  sql.db.pragma('cache_size = 4');
  sql.db.exec('CREATE TABLE IF NOT EXISTS t (x BLOB)');
  const read = () => ({ db: readFileSync(file), wal: readFileSync(`${file}-wal`) });
  const files = [read()];
  let written: Written[] = [{ from: 0, to: walPages(sql) }];
  for (const one of all) {
    if (one.do === 'checkpoint') {
      sql.db.pragma('wal_checkpoint(RESTART)');
      continue;
    }
    sql.db.exec('BEGIN');
    for (let i = 0; i < one.rows; i++) sql.run('INSERT INTO t VALUES (randomblob(?))', [one.bytes]);
    sql.db.exec(one.do === 'commit' ? 'COMMIT' : 'ROLLBACK');
    const [before, after] = [last(files), read()];
    // It has started over.
    if (!headerOf(before).equals(headerOf(after))) written = [];
    if (one.do === 'commit') written.push({ from: written.at(-1)?.to ?? 0, to: walPages(sql) });
    files.push(after);
  }
  sql.db.close();
  return { files, written };
}

const headerOf = ({ wal }: Files) => wal.subarray(0, HEADER);

function laidOut(files: Files | undefined): string {
  const file = join(temporaryDirectory(), 'log.db');
  if (files) {
    writeFileSync(file, files.db);
    writeFileSync(`${file}-wal`, files.wal);
  }
  return file;
}

/** What is read of a write-ahead log, after it was compared with what SQLite reads. */
function contentOf(files: Files): WalContent {
  const file = laidOut(files);
  const content = walContent(`${file}-wal`);
  const sql = openSqlite(file, 'FULL');
  const frames = content.usable === 0 ? 0 : (content.usable - HEADER) / FRAME;
  // A log without frames gets one when it is opened.
  expect(walPages(sql)).toBe(frames === 0 && files.wal.length > 0 ? 1 : frames);
  sql.db.close();
  return content;
}

function last<T>(all: readonly T[]): T {
  const one = all.at(-1);
  if (one === undefined) throw new Error('there is none');
  return one;
}

/** The file after a loss of power, of whose last changes any sectors were written. */
function torn(before: Buffer, after: Buffer, kept: () => boolean): Buffer {
  const remains = Buffer.alloc(after.length);
  before.copy(remains);
  for (let at = 0; at < after.length; at += SECTOR) {
    if (kept()) after.copy(remains, at, at, at + SECTOR);
  }
  return remains;
}

const power = fc.record({ seed: fc.nat(), kept: fc.constantFrom(0.2, 0.9, 0.97) });
const round = fc.record({ all: acts, end: write, power });

property.prop([fc.array(round, { minLength: 1, maxLength: 4 })], { numRuns: runs(15, 50) })(
  'no loss of power in the last transaction looks like a loss, however often it happens',
  (rounds) => {
    let files: Files | undefined;
    for (const { all, end, power } of rounds) {
      const { files: states } = live(files, [...all, COMMIT, { ...end, do: 'commit' }]);
      const [before, after] = states.slice(-2);
      if (!before || !after) throw new Error('there are two at least');
      const random = seededRandom(power.seed);
      const wal = torn(before.wal, after.wal, () => random() < power.kept);
      files = { db: after.db, wal };
      expect(contentOf(files).lost).toBe(0);
    }
  },
);

test('a sector of the last transaction that still holds commits of an earlier round does not look like a loss', () => {
  const rounds = [...Array<Act>(100).fill(COMMIT), { do: 'checkpoint' } as const];
  const { files } = live(undefined, [...rounds, { do: 'commit', rows: 40, bytes: 9000 }]);
  const [before, after] = files.slice(-2);
  if (!before || !after) throw new Error('there are two at least');
  const file = join(temporaryDirectory(), 'log.db-wal');
  // The first one holds the header, which is synced before frames are written.
  for (let at = SECTOR; at < before.wal.length; at += SECTOR) {
    const wal = Buffer.from(after.wal);
    before.wal.copy(wal, at, at, at + SECTOR);
    writeFileSync(file, wal);
    expect([at, walContent(file).lost]).toEqual([at, 0]);
  }
});

property.prop([acts, place, fc.nat(7)], { numRuns: runs(30, 100) })(
  'a bit that flips in a transaction before the last one is a loss, and one that flips behind is none',
  (all, where, bit) => {
    const { files, written } = live(undefined, [...all, COMMIT, COMMIT]);
    const { db, wal } = last(files);
    const at = Math.floor(where * wal.length);
    wal[at] = (wal[at] ?? 0) ^ (1 << bit);
    const { lost, commits } = contentOf({ db, wal });
    const frame = Math.floor((at - HEADER) / FRAME);
    const hit = at < HEADER ? 0 : written.findIndex(({ to }) => frame < to);
    if (hit < 0) {
      expect({ lost, commits }).toEqual({ lost: 0, commits: written.length });
      return;
    }
    expect(commits).toBe(hit);
    if (hit === written.length - 1) expect(lost).toBe(0);
    else if (!isHidden(written, hit, at)) expect(lost).toBeGreaterThan(0);
    // Of a damaged header it is not known which transactions it had.
    if (at >= HEADER) expect(lost).toBeLessThan(written.length - hit);
  },
);

/**
 * The one damage that looks like a torn last transaction: the end of the last but one, where it is in the only place
 * that says that it is an end, or where half of that place may be from another write.
 */
function isHidden(written: readonly Written[], hit: number, at: number): boolean {
  if (hit !== written.length - 2) return false;
  const end = HEADER + ((written[hit]?.to ?? 0) - 1) * FRAME;
  if (at < end) return false;
  const isInTwoSectors = (end % SECTOR) + FRAME_HEADER > SECTOR;
  return isInTwoSectors || (at >= end + 4 && at < end + 8);
}

property.prop([acts, place], { numRuns: runs(15, 50) })(
  'a write-ahead log that was cut off shows no loss by itself',
  (all, where) => {
    const { files } = live(undefined, all);
    const { db, wal } = last(files);
    expect(contentOf({ db, wal: wal.subarray(0, Math.floor(where * wal.length)) }).lost).toBe(0);
  },
);

property.prop([acts], { numRuns: runs(15, 50) })(
  'a whole write-ahead log is read as SQLite reads it',
  (all) => {
    const { files, written } = live(undefined, all);
    expect(contentOf(last(files))).toMatchObject({ lost: 0, commits: written.length });
  },
);

test('a missing write-ahead log, an empty one and one of zeros hold nothing', () => {
  const file = join(temporaryDirectory(), 'log.db-wal');
  const nothing = { commits: 0, usable: 0, lost: 0 };
  expect(walContent(file)).toEqual(nothing);
  for (const size of [0, 10, HEADER, 3 * FRAME]) {
    writeFileSync(file, Buffer.alloc(size));
    expect(walContent(file)).toEqual(nothing);
  }
});
