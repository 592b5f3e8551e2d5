import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { verify } from '../../src/maintenance/verify.js';
import { Database } from '../../src/sqlite/database.js';
import { everyKind } from '../support/everyKind.js';
import { liveBytesOf, rootsOf } from '../support/sqlitePages.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const FLIPS = Number(process.env.BIT_FLIPS ?? 1000);
const SEED = 20_261_120;

/**
 * Places with bits that have no meaning, so that everything read from the file is the same when they are flipped: the
 * schema's counter and the version of SQLite in the file header, the row ids of the schema, and the type of a value
 * that is the row id and therefore not stored.
 */
const MAY_SAY_NOTHING = /^(file header|sqlite_schema \/ .*|.* \/ record headers)$/;

interface Tally {
  noticed: number;
  sayNothing: number;
  missed: string[];
}

test('every flipped bit in the used parts of log.db is noticed', async () => {
  const directory = temporaryDirectory();
  await everyKind(directory);
  const path = join(directory, 'log.db');
  const file = readFileSync(path);
  expect((await verify({ logFile: path })).problems).toEqual([]);
  const live = liveBytesOf(file, rootsOf(path));
  const content = contentOf(path);
  const random = randomFrom(SEED);
  const flipped = join(directory, 'flipped');
  mkdirSync(flipped);
  const logFile = join(flipped, 'log.db');
  const tally = new Map<string, Tally>();
  const parts = [...live];
  for (let n = 0; n < FLIPS; n++) {
    // Each part of the file in turn, so that the small ones are not left out.
    const [part, bytes] = parts[n % parts.length] ?? ['', []];
    const at = bytes[Math.floor(random() * bytes.length)] ?? 0;
    const bit = Math.floor(random() * 8);
    const damaged = Buffer.from(file);
    damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << bit), at);
    writeFileSync(logFile, damaged);
    const counts = tally.get(part) ?? { noticed: 0, sayNothing: 0, missed: [] };
    tally.set(part, counts);
    if (!(await verifies(logFile))) counts.noticed += 1;
    else if (MAY_SAY_NOTHING.test(part) && contentOf(logFile) === content) counts.sayNothing += 1;
    else counts.missed.push(`${part}: bit ${bit} of byte ${at}`);
  }
  const bytes = parts.reduce((sum, [, offsets]) => sum + offsets.length, 0);
  console.log(`${bytes} of ${file.length} bytes of log.db are live\n${tableOf(tally)}`);
  expect([...tally.values()].flatMap(({ missed }) => missed)).toEqual([]);
});

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
async function verifies(logFile: string): Promise<boolean> {
  try {
    return (await verify({ logFile })).ok;
  } catch {
    return false;
  }
}

/** Everything that can be read from a log. */
function contentOf(path: string): string {
  const db = new Database(path, { readonly: true });
  try {
    const tables = ['events', 'payloads', 'head', 'dedup', 'idempotency', 'kinds', 'redactions'];
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

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
