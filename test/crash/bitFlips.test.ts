import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type VerifyJob, verify } from '../../src/maintenance/verify.js';
import { Database } from '../../src/sqlite/database.js';
import { parts, runs, sampled } from '../support/depth.js';
import { everyKind } from '../support/everyKind.js';
import { liveBytesOf, rootsOf } from '../support/sqlitePages.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { makeInMemory, removeTree } from './inMemory.js';
import { seededRandom } from './seededRandom.js';

/** Flips of one test. */
const FLIPS = runs(38, 125);
const PARTS = parts(8, 2);
const SEED = 20_261_120;

/**
 * Places with bits that have no meaning, so that everything read from the file is the same when they are flipped: the
 * schema's counter and the version of SQLite in the file header, the row ids of the schema, and the type of a value
 * that is the row id and therefore not stored.
 */
const MAY_SAY_NOTHING = /^(file header|sqlite_schema \/ .*|.* \/ record headers)$/;
/**
 * The search index has more of them: keys between which nothing lies, the case of the names of settings, a mark on an
 * entry that only matters for one without words, and a page before the first one of a segment, which is read as the first.
 */
const VIEWS_MAY_SAY_NOTHING =
  /^(file header|sqlite_schema \/ .*|.* \/ record headers|observations_fts_(data|idx|config) \/ .*)$/;
/** Not verified: a table that stays empty, whose damage the first search notices, and a row id that nobody reads. */
const UNVERIFIED = /^(search_trial.*|source \/ cell headers)$/;

interface Tally {
  noticed: number;
  sayNothing: number;
  missed: string[];
}

const directory = makeInMemory();
afterAll(() => removeTree(directory));
let filled: Promise<unknown> | undefined;
// In a test, because what it uses is closed after one.
beforeEach(() => (filled ??= everyKind(directory)));

test.each(PARTS)('every flipped bit in the used parts of log.db is noticed (%i)', async (part) => {
  await flipBits(join(directory, 'log.db'), part, MAY_SAY_NOTHING, {
    verifies: (logFile) => verifies({ logFile }),
    contentOf: contentOfLog,
  });
});

test.each(PARTS)(
  'every flipped bit in the used parts of views.db is noticed (%i)',
  async (part) => {
    const logFile = join(directory, 'log.db');
    await flipBits(join(directory, 'views.db'), part, VIEWS_MAY_SAY_NOTHING, {
      // A file that says it is of another release is not compared: the next start builds another.
      verifies: (viewsFile) => verifies({ logFile, viewsFile }, true),
      contentOf: contentOfViews,
    });
  },
);

interface Checks {
  verifies(file: string): Promise<boolean>;
  /** Everything that can be read from the file, as text. */
  contentOf(file: string): string;
}

/** Flips one bit after the other in copies of a file and requires that each is noticed, or says nothing where it may. */
async function flipBits(
  path: string,
  turn: number,
  maySayNothing: RegExp,
  checks: Checks,
): Promise<void> {
  const file = readFileSync(path);
  expect(await checks.verifies(path)).toBe(true);
  const live = liveBytesOf(file, rootsOf(path));
  const content = checks.contentOf(path);
  const random = seededRandom(SEED + turn);
  const flipped = join(temporaryDirectory(), 'flipped.db');
  const tally = new Map<string, Tally>();
  const all = [...live].filter(([part]) => !UNVERIFIED.test(part));
  // Of more parts than flips, some from all over the file.
  const parts = sampled(all, Math.ceil(all.length / (PARTS.length * FLIPS)));
  for (let n = (turn - 1) * FLIPS; n < turn * FLIPS; n++) {
    // Each part of the file in turn, so that the small ones are not left out.
    const [part, bytes] = parts[n % parts.length] ?? ['', []];
    const at = bytes[Math.floor(random() * bytes.length)] ?? 0;
    const bit = Math.floor(random() * 8);
    const damaged = Buffer.from(file);
    damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << bit), at);
    writeFileSync(flipped, damaged);
    const counts = tally.get(part) ?? { noticed: 0, sayNothing: 0, missed: [] };
    tally.set(part, counts);
    if (!(await checks.verifies(flipped))) counts.noticed += 1;
    else if (maySayNothing.test(part) && checks.contentOf(flipped) === content) {
      counts.sayNothing += 1;
    } else counts.missed.push(`${part}: bit ${bit} of byte ${at}`);
  }
  const bytes = parts.reduce((sum, [, offsets]) => sum + offsets.length, 0);
  console.log(`${bytes} of ${file.length} bytes of ${path} are live\n${tableOf(tally)}`);
  expect([...tally.values()].flatMap(({ missed }) => missed)).toEqual([]);
}

function tableOf(tally: ReadonlyMap<string, Tally>): string {
  const row = (what: string, { noticed, sayNothing, missed }: Tally) => {
    const all = noticed + missed.length;
    const rest = sayNothing > 0 ? `, and ${sayNothing} in bits that say nothing` : '';
    return `${what.padEnd(44)} ${noticed} of ${all} noticed: ${(noticed / all).toFixed(3)}${rest}`;
  };
  const sum: Tally = { noticed: 0, sayNothing: 0, missed: [] };
  for (const { noticed, sayNothing, missed } of tally.values()) {
    sum.noticed += noticed;
    sum.sayNothing += sayNothing;
    sum.missed.push(...missed);
  }
  const rows = [...tally].map(([part, counts]) => row(part, counts));
  return [...rows.sort(), row('all', sum)].join('\n');
}

/** A file that cannot even be opened counts as noticed. */
async function verifies(job: VerifyJob, comparesViews = false): Promise<boolean> {
  try {
    const { ok, views_compared } = await verify(job);
    return ok && (views_compared || !comparesViews);
  } catch {
    return false;
  }
}

/** Everything that can be read from a log. */
function contentOfLog(path: string): string {
  const db = new Database(path, { readonly: true });
  try {
    const tables = ['events', 'head', 'dedup', 'idempotency', 'kinds', 'redactions'];
    const schema = db.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema').raw().all();
    return JSON.stringify([
      schema,
      ...tables.map((table) => db.prepare(`SELECT * FROM ${table}`).raw().all()),
    ]);
  } catch (error) {
    return String(error);
  } finally {
    db.close();
  }
}

/** Everything that can be read from read models. */
function contentOfViews(path: string): string {
  const db = new Database(path, { readonly: true });
  try {
    // The search index is read by what each word finds. SQLite reads its schema as text, whether it is one or a blob.
    const tables = db
      .prepare(
        `SELECT CAST(name AS TEXT) FROM sqlite_schema WHERE CAST(type AS TEXT) = 'table' AND CAST(name AS TEXT) NOT IN
           ('observations_fts', 'observations_fts_data', 'observations_fts_idx', 'observations_fts_config')`,
      )
      .pluck()
      .all();
    const rows = tables.map((table) => {
      const columns = db.prepare(`SELECT * FROM "${table}"`).columns();
      // As bytes: for SQLite's search index, a text and a blob of the same bytes are the same.
      const hex = columns.map(({ name }) => `hex("${name}")`).join();
      return db.prepare(`SELECT ${hex} FROM "${table}"`).raw().all();
    });
    return JSON.stringify([rows, foundByWord(db)]);
  } catch (error) {
    return String(error);
  } finally {
    db.close();
  }
}

/** The rows that each word of the search index finds. */
function foundByWord(db: Database.Database): unknown[] {
  db.exec('CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, observations_fts, row)');
  const found = db
    .prepare('SELECT rowid FROM observations_fts WHERE observations_fts MATCH ? ORDER BY rowid')
    .pluck();
  const words = db.prepare('SELECT term FROM temp.words').pluck().all();
  return words.map((word) => [word, found.all(`"${String(word).replaceAll('"', '""')}"`)]);
}
