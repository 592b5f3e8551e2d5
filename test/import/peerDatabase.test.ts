import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { diagnosticOf } from '../../src/diagnostics/diagnostic.js';
import { openClaudeMem } from '../../src/import/claudeMem.js';
import { ENGRAM_LAYOUT, openEngram } from '../../src/import/engram.js';
import { openKorva } from '../../src/import/korva.js';
import { openMcpMemoryService } from '../../src/import/mcpMemoryService.js';
import { openPeerDatabase } from '../../src/import/peerDatabase.js';
import { Database } from '../../src/sqlite/database.js';
import { CLAUDE_MEM } from '../support/claudeMemTables.js';
import {
  databaseWith,
  linesOf,
  peerDatabaseFile,
  peerFile,
  readAll,
  skippedIn,
} from '../support/peers.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testApp } from '../support/testApp.js';

afterEach(() => void vi.unstubAllEnvs());

const MEMORIES = `CREATE TABLE memories (id INTEGER PRIMARY KEY, content_hash TEXT, content TEXT, memory_type TEXT,
  created_at REAL);`;

function fileWith(content: string | Buffer): string {
  const file = join(temporaryDirectory(), 'some file');
  writeFileSync(file, content);
  return file;
}

test.each([
  [
    'engram, for Korva',
    () => peerDatabaseFile('engram.db', 'engram.db-wal'),
    openKorva,
    'it looks like one of engram',
  ],
  [
    'Korva, for engram',
    () => peerDatabaseFile('observations.db'),
    openEngram,
    'it looks like one of korva',
  ],
  [
    'claude-mem, for engram',
    () => databaseWith(CLAUDE_MEM.newest),
    openEngram,
    'it looks like one of claude-mem',
  ],
  [
    'its first version',
    () => databaseWith(CLAUDE_MEM.memories),
    openMcpMemoryService,
    'it looks like one of claude-mem',
  ],
  [
    'mcp-memory-service',
    () => databaseWith(MEMORIES),
    openClaudeMem,
    'it looks like one of mcp-memory-service',
  ],
  [
    'another program',
    () => databaseWith('CREATE TABLE urls (id); CREATE TABLE visits (id)'),
    openEngram,
    'it is a database with other tables (urls, visits)',
  ],
  ['an empty file', () => fileWith(''), openEngram, 'it is empty'],
  ['an export', () => peerFile('engram-export.json'), openClaudeMem, 'it looks like JSON'],
  ['text', () => peerFile('README.md'), openEngram, 'it looks like text'],
  ['gzip', () => peerFile('engram.db.gz'), openEngram, 'it looks like gzip'],
  ['anything', () => fileWith(Buffer.from([1, 0, 2])), openEngram, 'it looks like binary data'],
])('what is of %s is refused, and the error says what it is', async (_, file, open, said) => {
  const refused = open(file());
  await expect(refused).rejects.toThrow(said);
  await expect(refused.catch((error) => diagnosticOf(error))).resolves.toMatchObject({
    code: 'file_damaged',
    next: expect.stringMatching(/^(name|import it as) /),
  });
});

test('the error for the database of another peer says what to type', async () => {
  const file = peerDatabaseFile('observations.db');
  await expect(openEngram(file)).rejects.toMatchObject({
    next: `import it as korva: memory-vault import korva ${file}`,
  });
});

test.each(['log.db', 'views.db'])(
  '%s of a vault is not taken for the data of a peer',
  async (name) => {
    const VAULT_DATA_DIR = temporaryDirectory();
    const app = await testApp({ VAULT_DATA_DIR });
    await app.close();
    await expect(openKorva(join(VAULT_DATA_DIR, name))).rejects.toMatchObject({
      message: expect.stringContaining('it is a file of a vault'),
      next: 'import an export of that vault',
    });
  },
);

test('the directory of a peer stands for its database', async () => {
  const file = peerDatabaseFile('engram.db', 'engram.db-wal');
  expect(await readAll(openEngram(dirname(file)))).toEqual(await readAll(openEngram(file)));
});

test('another directory and a missing file are refused', async () => {
  const directory = temporaryDirectory();
  await expect(openEngram(directory)).rejects.toMatchObject({
    code: 'cannot_open',
    message: `${directory} is a directory without engram.db`,
  });
  const missing = openEngram(join(directory, 'engram.db')).catch((error) => diagnosticOf(error));
  await expect(missing).resolves.toMatchObject({ code: 'cannot_open' });
});

test('what begins like a database and is none is refused', async () => {
  const file = fileWith(`SQLite format 3\0${'x'.repeat(5000)}`);
  const refused = openEngram(file).catch((error) => diagnosticOf(error));
  await expect(refused).resolves.toMatchObject({ code: 'file_damaged', file });
});

test('what a running program has written is read, and what it has not committed is not', async () => {
  const file = databaseWith(`PRAGMA journal_mode = WAL; ${MEMORIES}`);
  const running = new Database(file);
  const save = running.prepare(
    "INSERT INTO memories VALUES ($id, 'h' || $id, 'text', 'decision', 1767261600)",
  );
  save.run({ id: 1 });
  running.exec('BEGIN');
  save.run({ id: 2 });
  const rows = await readAll(openMcpMemoryService(file));
  expect(rows.map(({ row }) => row)).toEqual(['memories 1']);
  const before = await openMcpMemoryService(file);
  running.exec('COMMIT');
  expect(await readAll(openMcpMemoryService(file))).toHaveLength(2);
  // It was open before that.
  expect(await readAll(Promise.resolve(before))).toHaveLength(1);
  running.close();
});

test('a damaged page is said once, and the rows before it are taken', async () => {
  const rows = Array.from(
    { length: 2000 },
    (_, i) => `(${i + 1}, 'h${i}', 'text <${i + 1}> ${'x'.repeat(80)}', 'decision', 1767261600)`,
  );
  const file = databaseWith(`${MEMORIES} INSERT INTO memories VALUES ${rows.join(',')}`);
  const bytes = readFileSync(file);
  const page = Math.floor(bytes.indexOf('text <1000>') / 4096);
  bytes.fill(0xff, page * 4096, (page + 1) * 4096);
  writeFileSync(file, bytes);

  const found = await readAll(openMcpMemoryService(file));
  const skipped = found.filter((row) => 'skipped' in row);
  expect(skipped).toMatchObject([
    {
      row: expect.stringMatching(/^memories after row 9\d\d$/),
      skipped: expect.stringContaining('the database cannot be read there'),
    },
  ]);
  const ids = linesOf(found, 'note').map(({ content }) => Number(/<(\d+)>/.exec(content)?.[1]));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toContain(1);
  expect(ids).not.toContain(1000);
  // A page holds some 35 of them.
  expect(ids.length).toBeGreaterThan(900);
});

const NOTHING = { taken: {}, told: '', internal: '' };

test('columns that nobody wants are never read, so that generated ones cost nothing', async () => {
  const heavy = Array.from(
    { length: 60 },
    (_, i) => `g${i} TEXT GENERATED ALWAYS AS (hex(zeroblob(3000000))) VIRTUAL`,
  );
  const file =
    databaseWith(`CREATE TABLE observations (id INTEGER PRIMARY KEY, session_id TEXT, type TEXT, title TEXT,
    content TEXT, scope TEXT, project TEXT, created_at TEXT, ${heavy});
    INSERT INTO observations (session_id, type, title, content, created_at)
      VALUES ('s', 'decision', 'T', 'C', '2026-01-01');`);
  const database = await openPeerDatabase(file, 'engram', ENGRAM_LAYOUT);
  const names: string[] = [];
  for await (const found of database.rows('observations'))
    if ('cells' in found) names.push(...Object.keys(found.cells));
  database.close();
  expect(names).toContain('content');
  expect(names.filter((name) => name.startsWith('g'))).toEqual([]);
});

test('of a cell that is longer than any text of a vault, only the beginning is read', async () => {
  const file = databaseWith(`${MEMORIES};
    INSERT INTO memories (content_hash, content, created_at) VALUES ('h', hex(zeroblob(3000000)), 1767261600);`);
  const rows = await readAll(openMcpMemoryService(file));
  expect(rows).toMatchObject([{ shortened: ['content'] }]);
  const layout = { ...NOTHING, taken: { memories: 'content' } };
  const database = openPeerDatabase(file, 'mcp-memory-service', layout);
  const lengths: number[] = [];
  for await (const found of database.rows('memories'))
    if ('cells' in found) lengths.push(String(found.cells.content).length);
  database.close();
  expect(lengths).toEqual([2_200_000]);
});

/** SQL that begins an insertion: the numbers up to `last`. */
const numbers = (last: number) =>
  `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${last})`;

test('many rows of an unknown table leave time for others, such as Ctrl-C', async () => {
  const file = databaseWith(`${MEMORIES} CREATE TABLE recipes (id INTEGER PRIMARY KEY);
    ${numbers(2000)} INSERT INTO recipes SELECT n FROM numbers;`);
  const source = await openMcpMemoryService(file);
  let isHeard = false;
  setImmediate(() => {
    isHeard = true;
  });
  let heardAt: number | undefined;
  let read = 0;
  for await (const _ of source.rows()) {
    read += 1;
    if (isHeard) heardAt ??= read;
  }
  source.close();
  expect(read).toBe(2000);
  expect(heardAt).toBeLessThan(300);
});

test('a database that its program left in the middle of a write says who can end that', async () => {
  const running = new Database(databaseWith(MEMORIES));
  running.pragma('cache_size = 1');
  running.exec(`BEGIN; ${numbers(500)}
    INSERT INTO memories (content) SELECT hex(zeroblob(1000)) FROM numbers`);
  const file = join(temporaryDirectory(), 'peer.db');
  for (const end of ['', '-journal']) copyFileSync(`${running.name}${end}`, `${file}${end}`);
  running.close();
  await expect(openMcpMemoryService(file)).rejects.toMatchObject({
    code: 'read_only',
    next: expect.stringContaining('open it once with its program or with sqlite3'),
  });
});

test('rows of unknown tables and unknown columns with something in them are told, internal ones are not', async () => {
  const file =
    databaseWith(`CREATE TABLE observations (id INTEGER PRIMARY KEY, session_id TEXT, type TEXT, title TEXT,
      content TEXT, scope TEXT, created_at TEXT, sync_state TEXT, mood TEXT, empty TEXT, "odd""name" TEXT);
    INSERT INTO observations (session_id, type, title, content, created_at, sync_state, mood, empty, "odd""name")
      VALUES ('s', 'decision', 'T', 'C', '2026-01-01', 'x', 'good', '[]', 'y');
    CREATE TABLE recipes (name TEXT); INSERT INTO recipes VALUES ('a'), ('b');
    CREATE TABLE sync_chunks (id TEXT); INSERT INTO sync_chunks VALUES ('a');
    CREATE VIRTUAL TABLE notes_fts USING fts5(a); INSERT INTO notes_fts VALUES ('a');`);
  expect(skippedIn(await readAll(openEngram(file)))).toEqual({
    'observations.mood': 'a column that a vault does not know: 1 row has something in it',
    'observations.odd"name': 'a column that a vault does not know: 1 row has something in it',
    'recipes 1': 'in the table recipes: memory-vault does not know this table',
    'recipes 2': 'in the table recipes: memory-vault does not know this table',
  });
});

test('views and virtual tables of a stranger are not read', async () => {
  const file = databaseWith(`${MEMORIES}
    CREATE VIEW observations AS SELECT 1 id, 's' session_id, 'project' scope, 'T' title, 'C' content;
    CREATE VIRTUAL TABLE sessions USING fts5(id);`);
  await expect(openEngram(file)).rejects.toThrow('it looks like one of mcp-memory-service');
  const database = await openPeerDatabase(file, 'mcp-memory-service', NOTHING);
  expect(database.tables.has('observations')).toBe(false);
  expect(database.tables.has('sessions')).toBe(false);
  database.close();
});

test('a database is also found through a link, with its write-ahead log', async () => {
  const file = peerDatabaseFile('engram.db', 'engram.db-wal');
  const link = join(temporaryDirectory(), 'link.db');
  symlinkSync(file, link);
  expect(await readAll(openEngram(link))).toHaveLength(11);
});

test('a database that its program has locked says so', async () => {
  const file = databaseWith(MEMORIES);
  const running = new Database(file);
  running.exec('BEGIN EXCLUSIVE');
  await expect(openMcpMemoryService(file)).rejects.toMatchObject({ code: 'file_locked', file });
  running.close();
});

test('a pipe in the place of a write-ahead log is not waited for', async () => {
  const file = databaseWith(MEMORIES);
  execFileSync('mkfifo', [`${file}-wal`]);
  expect(await readAll(openMcpMemoryService(file))).toEqual([]);
});
