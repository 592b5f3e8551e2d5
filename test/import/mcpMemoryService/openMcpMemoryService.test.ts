import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { openMcpMemoryService } from '../../../src/import/mcpMemoryService.js';
import { ask, databaseWith, digestsOf, linesOf, readAll, skippedIn } from '../../support/peers.js';

/** The table of the older releases; `deleted_at` and the columns of lineage were added later. */
const OLDER = `CREATE TABLE memories (id INTEGER PRIMARY KEY AUTOINCREMENT, content_hash TEXT UNIQUE NOT NULL,
  content TEXT NOT NULL, tags TEXT, memory_type TEXT, metadata TEXT, created_at REAL, updated_at REAL,
  created_at_iso TEXT, updated_at_iso TEXT)`;
const NEWER = `${OLDER}; ALTER TABLE memories ADD COLUMN deleted_at REAL DEFAULT NULL;
  ALTER TABLE memories ADD COLUMN superseded_by TEXT;`;

/** 2026-01-01T10:00:00Z in seconds, as Python's `time.time()` gives it. */
const AT = 1767261600.25;

const read = (sql: string) => readAll(openMcpMemoryService(databaseWith(sql)));

test('live rows are taken, deleted ones are not', async () => {
  const sql = `${NEWER}
    INSERT INTO memories (content_hash, content, tags, memory_type, metadata, created_at, deleted_at, superseded_by) VALUES
      ('h1', 'Use WAL.' || char(10) || 'It is faster.', 'sqlite, speed,,sqlite', 'decision', '{"project":"checkout"}', ${AT}, NULL, ''),
      ('h2', 'Gone.', NULL, NULL, '{}', ${AT}, ${AT}, NULL),
      ('h3', 'Old.', '', NULL, 'no json', ${AT}, NULL, 'h1'),
      ('h4', 'A bug.', 'a', 'bug', NULL, ${AT}, NULL, NULL);`;
  const file = databaseWith(sql);
  const before = digestsOf(dirname(file));
  const rows = await readAll(openMcpMemoryService(file));
  expect(await readAll(openMcpMemoryService(file))).toEqual(rows);
  expect(digestsOf(dirname(file))).toEqual(before);
  const [{ live } = { live: 0 }] = ask<{ live: number }>(
    file,
    'SELECT count(*) live FROM memories WHERE deleted_at IS NULL',
  );
  const [newer, old] = linesOf(rows, 'note');
  expect(newer?.supersedes).toBe(old?.id);
  const notes = linesOf(rows, 'note').map(
    ({ id: _, record: __, supersedes: ___, ...note }) => note,
  );
  expect(notes).toHaveLength(live);
  const created_at = '2026-01-01T10:00:00Z';
  expect(notes).toEqual([
    {
      type: 'decision',
      title: 'Use WAL.',
      content: 'Use WAL.\nIt is faster.',
      tags: ['sqlite', 'speed'],
      project: 'checkout',
      created_at,
    },
    { type: 'context', title: 'Old.', content: 'Old.', tags: ['superseded'], created_at },
    { type: 'bugfix', title: 'A bug.', content: 'A bug.', tags: ['src-type:bug', 'a'], created_at },
  ]);
  expect(skippedIn(rows)).toEqual({ 'memories 2': 'deleted in mcp-memory-service' });
});

test('the older table is read, and a row without seconds has its time as text', async () => {
  const rows = await read(`${OLDER};
    INSERT INTO memories (content_hash, content, created_at, created_at_iso) VALUES
      ('h1', 'C', NULL, '2026-01-01T10:00:00.123456Z'), ('h2', 'C', NULL, '2026-01-01T10:00:00.5'), ('h3', 'C', NULL, NULL),
      ('h4', '', ${AT}, NULL);`);
  expect(linesOf(rows, 'note').map(({ created_at }) => created_at)).toEqual([
    '2026-01-01T10:00:00Z',
    '2026-01-01T10:00:00Z',
  ]);
  expect(skippedIn(rows)).toEqual({
    'memories 3': 'it has no created_at',
    'memories 4': 'it has no content',
  });
});
