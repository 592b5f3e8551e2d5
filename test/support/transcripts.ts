import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Database } from '../../src/sqlite/database.js';
import { temporaryDirectory } from './temporaryDirectory.js';

const FIXTURES = fileURLToPath(new URL('../fixtures/transcripts/', import.meta.url));
const ADA = '/home/ada';

/** A home directory in which agents have kept transcripts. */
export interface AgentHome {
  readonly path: string;
  /** The folder that they worked in, a repository; its name is that of the project. */
  readonly project: string;
  /** The text of a fixture, as if it had been written here. */
  fixture(name: string): string;
  /** Writes a file by its path in the home, and gives its path. */
  write(path: string, text: string): string;
  /** Puts the fixture of an agent where the agent keeps it, and gives its path. */
  keep(agent: KeptAgent): string;
}

/** Where each agent keeps the fixture of this name. */
const PLACES = {
  'claude-code': '.claude/projects/-work-shop/9f9292dd-8f94-4869-9e2b-ffdeed78298a.jsonl',
  'claude-code-agents': '.claude/projects/-work-shop/256ff6a4-ee6e-4e53-afb2-9c340d4398f2.jsonl',
  codex: '.codex/sessions/2026/11/28/rollout-2026-11-28T09-58-06-01a22197-314c-72d1.jsonl',
  gemini: '.gemini/tmp/shop/chats/session-2026-11-28T09-58-ddad02a3.jsonl',
  opencode: '.local/share/opencode/opencode.db',
} as const;
export type KeptAgent = keyof typeof PLACES;
export const KEPT_AGENTS = Object.keys(PLACES) as readonly KeptAgent[];

/** When the conversations of the fixtures ended, and an hour later. */
export const AFTERWARDS = Date.parse('2026-11-28T11:00:00Z');

export function agentHome(path = temporaryDirectory()): AgentHome {
  const project = join(path, 'work', 'shop');
  mkdirSync(join(project, '.git'), { recursive: true });
  writeFileSync(join(project, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  const write = (name: string, text: string) => {
    const file = join(path, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, AFTERWARDS / 1000, AFTERWARDS / 1000);
    return file;
  };
  const fixture = (name: string) =>
    readFileSync(join(FIXTURES, name), 'utf8').replaceAll(ADA, path);
  return {
    path,
    project,
    fixture,
    write,
    keep(agent) {
      if (agent === 'gemini') write('.gemini/tmp/shop/.project_root', project);
      if (agent !== 'opencode') return write(PLACES[agent], fixture(`${agent}.jsonl`));
      const file = write(PLACES[agent], '');
      fillDatabase(file, JSON.parse(fixture('opencode.json')));
      return file;
    },
  };
}

type Row = Readonly<Record<string, string | number | null>>;

function fillDatabase(
  file: string,
  { schema, rows }: { schema: readonly string[]; rows: Readonly<Record<string, readonly Row[]>> },
): void {
  const db = new Database(file);
  for (const sql of schema) db.exec(sql);
  for (const [table, all] of Object.entries(rows)) {
    for (const row of all) {
      const names = Object.keys(row);
      const sql = `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((name) => `:${name}`).join(', ')})`;
      db.prepare(sql).run(row);
    }
  }
  db.close();
}
