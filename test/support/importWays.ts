import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Database } from '../../src/sqlite/database.js';
import { NOTE_LINE, ONE_OF_EACH } from './archiveLines.js';
import { CLAUDE_MEM } from './claudeMemTables.js';
import { commitAll, emptyRepository, git, write } from './gitRepository.js';
import { ask, databaseWith, peerDatabaseFile, peerFile } from './peers.js';
import { folderWith } from './sourceFiles.js';
import { temporaryDirectory } from './temporaryDirectory.js';

/** A source, for what is done with each of them. */
export interface ImportWay {
  /** The name that the source is imported by. */
  readonly name: string;
  /** Makes the source, and gives its path. */
  make(): string | Promise<string>;
  /** What the source says itself that it holds, in rows that an import accounts for. */
  rows(path: string): number;
  /** What is stored of it. */
  readonly stored: number;
  /** Changes the text of one note. */
  change(path: string): void;
}

const count = (file: string, ...tables: string[]) =>
  tables.reduce((sum, table) => {
    const [found] = ask<{ n: number }>(file, `SELECT count(*) n FROM ${table}`);
    return sum + (found?.n ?? 0);
  }, 0);
const run = (file: string, sql: string) => {
  const db = new Database(file);
  db.exec(sql);
  db.close();
};
const linesIn = (file: string) => readFileSync(file, 'utf8').trim().split('\n').length;
/** How many Markdown files a folder holds. */
export const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'))
    .length;
/** Replaces a text in a file, once. */
export const edit = (file: string, from: string, to: string) => {
  const text = readFileSync(file, 'utf8');
  expect(text).toContain(from);
  writeFileSync(file, text.replace(from, to));
};
/** A new file, in a folder of its own. */
export const fileWith = (name: string, text: string) => join(folderWith({ [name]: text }), name);

/** A commit that explains itself. */
export const FIX = `fix: round prices once

Prices were rounded in each step, which caused totals that differ by a cent, because the
steps do not know of each other.`;

const ISO = '2026-01-01T10:00:00.000Z';
const AT = Date.parse(ISO);

/** Notes of some program, by its own names. */
const TABLE = [
  {
    id: 'A-1',
    Summary: 'Retries',
    Details: 'The bank is asked twice.',
    at: ISO,
    repo: 'shop',
    ref: 'd3d3787dd31b',
    labels: 'bank, net',
  },
  {
    id: 'A-2',
    Summary: 'Cents',
    Details: 'Prices are in cents.',
    at: ISO,
    repo: 'shop',
    ref: 'A-1',
    labels: 'money',
  },
];

/** Every source but our own folder of Markdown, which a vault has to write. */
export const IMPORT_WAYS: Readonly<Record<string, ImportWay>> = {
  'engram, its database': {
    name: 'engram',
    make: () => peerDatabaseFile('engram.db', 'engram.db-wal'),
    rows: (file) => count(file, 'sessions', 'observations', 'user_prompts'),
    stored: 9,
    change: (file) =>
      run(
        file,
        "DROP TRIGGER IF EXISTS obs_fts_update; UPDATE observations SET content = 'Other.' WHERE id = 1",
      ),
  },
  'engram, its export': {
    name: 'engram',
    make() {
      const file = join(temporaryDirectory(), 'export.json');
      copyFileSync(peerFile('engram-export.json'), file);
      return file;
    },
    rows(file) {
      const { sessions, observations, prompts } = JSON.parse(readFileSync(file, 'utf8'));
      return sessions.length + observations.length + (prompts?.length ?? 0);
    },
    stored: 9,
    change(file) {
      const dump = JSON.parse(readFileSync(file, 'utf8'));
      dump.observations[0].content = 'Other.';
      writeFileSync(file, JSON.stringify(dump));
    },
  },
  'Korva, its database': {
    name: 'korva',
    make: () => peerDatabaseFile('observations.db'),
    rows: (file) =>
      count(file, 'sessions', 'observations', 'prompts', 'openspec', 'sdd_state') +
      count(file, 'skills', 'private_scrolls', 'observation_relations'),
    stored: 13,
    change: (file) =>
      run(
        file,
        "UPDATE observations SET content = 'Other.' WHERE rowid = (SELECT min(rowid) FROM observations)",
      ),
  },
  'Korva, its export': {
    name: 'korva',
    make() {
      const rows = ask<object>(peerDatabaseFile('observations.db'), 'SELECT * FROM observations');
      return fileWith('korva.ndjson', rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    },
    rows: linesIn,
    stored: 11,
    change(file) {
      const [first = '', ...others] = readFileSync(file, 'utf8').split('\n');
      const changed = JSON.stringify({ ...JSON.parse(first), content: 'Other.' });
      writeFileSync(file, [changed, ...others].join('\n'));
    },
  },
  'claude-mem': {
    name: 'claude-mem',
    make: () =>
      databaseWith(`${CLAUDE_MEM.newest}
        INSERT INTO sdk_sessions (id, content_session_id, memory_session_id, project, user_prompt, started_at, started_at_epoch)
          VALUES (1, 'c', 'm', 'shop', 'Fix it', '${ISO}', ${AT});
        INSERT INTO session_summaries (id, memory_session_id, project, learned, created_at, created_at_epoch)
          VALUES (1, 'm', 'shop', 'Much.', '${ISO}', ${AT});
        INSERT INTO observations (id, memory_session_id, project, narrative, type, created_at, created_at_epoch) VALUES
          (1, 'm', 'shop', 'One.', 'feature', '${ISO}', ${AT}), (2, 'm', 'shop', 'Two.', 'private', '${ISO}', ${AT}),
          (3, 'gone', 'shop', 'Three.', 'bugfix', 'never', 0);
        INSERT INTO user_prompts VALUES (1, 'c', 1, 'Please.', '${ISO}', ${AT});`),
    // The summary comes in the line of its session.
    rows: (file) => count(file, 'sdk_sessions', 'observations', 'user_prompts'),
    stored: 2,
    change: (file) => run(file, "UPDATE observations SET narrative = 'Other.' WHERE id = 1"),
  },
  'mcp-memory-service': {
    name: 'mcp-memory-service',
    make: () =>
      databaseWith(`CREATE TABLE memories (id INTEGER PRIMARY KEY, content_hash TEXT UNIQUE NOT NULL, content TEXT NOT NULL,
          tags TEXT, memory_type TEXT, metadata TEXT, created_at REAL, updated_at REAL, deleted_at REAL);
        INSERT INTO memories VALUES (1, 'h1', 'One.', 'a,b', 'decision', '{"project":"shop"}', ${AT / 1000}, NULL, NULL),
          (2, 'h2', 'Two.', NULL, NULL, NULL, ${AT / 1000}, NULL, ${AT / 1000});`),
    rows: (file) => count(file, 'memories'),
    stored: 1,
    change: (file) => run(file, "UPDATE memories SET tags = 'a,c' WHERE id = 1"),
  },
  'basic-memory': {
    name: 'basic-memory',
    make: () =>
      folderWith({
        'notes/coffee.md': '---\ntitle: Coffee\npermalink: notes/coffee\n---\n- [method] Pour over',
        'notes/tea.md': 'Green.',
        'notes/none.md': '',
      }),
    rows: filesIn,
    stored: 2,
    change: (folder) => edit(join(folder, 'notes/coffee.md'), 'Pour over', 'Espresso'),
  },
  mem0: {
    name: 'mem0',
    make() {
      const memory = { id: 'a', memory: 'Ana prefers tabs.', user_id: 'ana', created_at: ISO };
      const results = [memory, { ...memory, id: 'b' }, { ...memory, id: 'c', memory: '' }];
      return fileWith('mem0.json', JSON.stringify({ results }));
    },
    rows: (file) => JSON.parse(readFileSync(file, 'utf8')).results.length,
    stored: 2,
    change: (file) => edit(file, 'tabs', 'blanks'),
  },
  notes: {
    name: 'notes',
    make: () => folderWith({ 'CLAUDE.md': 'Prices are in cents.', 'docs/a.md': '# A\n\nText.' }),
    rows: filesIn,
    stored: 2,
    change: (folder) => edit(join(folder, 'CLAUDE.md'), 'cents', 'euros'),
  },
  ndjson: {
    name: 'ndjson',
    make: () =>
      fileWith('notes.ndjson', `${TABLE.map((row) => JSON.stringify(row)).join('\n')}\nno JSON`),
    rows: linesIn,
    stored: TABLE.length,
    change: (file) => edit(file, 'twice', 'three times'),
  },
  csv: {
    name: 'csv',
    make() {
      const cells = TABLE.map((row) =>
        Object.values(row)
          .map((text) => `"${text}"`)
          .join(';'),
      );
      const header = Object.keys(TABLE[0] ?? {}).join(';');
      return fileWith('notes.csv', `\uFEFF${[header, ...cells, 'too;few'].join('\r\n')}\r\n`);
    },
    // The first line names the columns.
    rows: (file) => linesIn(file) - 1,
    stored: TABLE.length,
    change: (file) => edit(file, 'twice', 'three times'),
  },
  git: {
    name: 'git',
    make() {
      const root = emptyRepository();
      write(root, 'docs/adr/0001-cents.md', '# 1. Prices are in cents\n\n## Decision\n\nCents.\n');
      commitAll(root);
      write(root, 'src/price.ts', 'export {};\n');
      commitAll(root, '2026-01-02', FIX);
      return root;
    },
    // Its commits and its record.
    rows: (root) => Number(git(root, 'rev-list', '--count', 'HEAD')) + 1,
    stored: 2,
    change(root) {
      edit(join(root, 'docs/adr/0001-cents.md'), 'Cents.', 'Euros.');
      commitAll(root);
    },
  },
  'our archive': {
    name: 'archive',
    make: () =>
      fileWith('vault.ndjson', ONE_OF_EACH.map((line) => `${JSON.stringify(line)}\n`).join('')),
    rows: linesIn,
    stored: ONE_OF_EACH.length,
    change: (file) => edit(file, NOTE_LINE.content, 'Other.'),
  },
};
