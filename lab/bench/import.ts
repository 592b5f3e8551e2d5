import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { sourceId } from '../../src/import/sourceRow.js';
import { machine } from './machine.js';
import { type MeasuredServer, startVault } from './server/measuredServer.js';

const ADMIN_KEY = 'the-key-of-the-benchmark';
/** As `memory-vault import` sends them. */
const CHUNK = 1000;
const START = Date.parse('2020-01-01T00:00:00Z');

interface Options {
  readonly rows: number;
  readonly notes?: string;
}

export const program = new Command()
  .description('Import an archive over HTTP: notes per second, delay of the event loop, memory.')
  .option('--rows <number>', 'notes to import', Number, 100_000)
  .option('--notes <file>', 'NDJSON with title and content, repeated as often as it takes')
  .action(bench);

/** Imports once, and once more: the second time, everything is there. */
async function bench({ rows, notes }: Options): Promise<void> {
  const texts = notes === undefined ? [] : await textsOf(notes);
  const dataDir = mkdtempSync(join(tmpdir(), 'vault-import-'));
  const signal = new AbortController().signal;
  const server = await startVault({ directory: dataDir, adminKey: ADMIN_KEY, signal });
  try {
    console.log(machine());
    await pass(server, 'stored', '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', rows, texts);
    await pass(server, 'same', '01KA5ZJ3M4T6V8X0Y2Z4A6C8E1', rows, texts);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function pass(
  server: MeasuredServer,
  outcome: 'stored' | 'same',
  run: string,
  rows: number,
  texts: readonly string[],
): Promise<void> {
  await server.sample();
  const start = performance.now();
  let done = 0;
  let memory = 0;
  const late: number[] = [];
  for (let first = 0; first < rows; first += CHUNK) {
    const lines = Array.from({ length: Math.min(CHUNK, rows - first) }, (_, i) =>
      lineOf(first + i, texts),
    );
    done += (await send(server.url, run, lines.join('\n')))[outcome];
    const sample = await server.sample();
    memory = Math.max(memory, sample.rss);
    late.push(sample.late);
  }
  const seconds = (performance.now() - start) / 1000;
  if (done !== rows) throw new Error(`${rows - done} of ${rows} notes were not ${outcome}`);
  late.sort((a, b) => a - b);
  console.log(
    `${outcome}: ${Math.round(rows / seconds)} notes/s; event loop p99 ${late[Math.floor(late.length / 2)]?.toFixed(1)} ms ` +
      `(median of the chunks), ${late.at(-1)?.toFixed(1)} ms (worst chunk); peak memory ${Math.round(memory / 2 ** 20)} MiB`,
  );
}

function lineOf(n: number, texts: readonly string[]): string {
  const at = START + n * 60_000;
  const note = { title: `Note ${n}`, content: `What note ${n} says. ${'It goes on. '.repeat(20)}` };
  // Unchecked JSON: whoever names the file of notes knows what is in it.
  const { title, content } = texts.length === 0 ? note : JSON.parse(texts[n % texts.length] ?? '');
  return JSON.stringify({
    record: 'note',
    id: sourceId('bench', String(n), at),
    type: 'learning',
    title,
    content,
    tags: [],
    project: `project ${n % 10}`,
    created_at: new Date(at).toISOString(),
  });
}

async function textsOf(file: string): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) texts.push(line);
  return texts;
}

async function send(url: string, run: string, body: string) {
  const response = await fetch(`${url}/api/v1/admin/import?run=${run}&source=bench`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', 'x-admin-key': ADMIN_KEY },
    body,
  });
  if (!response.ok) throw new Error(`a chunk got ${response.status}: ${await response.text()}`);
  // The cast is safe as far as the service keeps to its document.
  return (await response.json()) as { stored: number; same: number };
}
