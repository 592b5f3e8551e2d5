import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { readConfig } from '../../config/config.js';
import { dataFiles } from '../../config/dataFiles.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import type { LogEntry } from '../../log/eventLog.js';
import { existingVault } from '../existingVault.js';
import type { Column } from '../terminal/column.js';
import { counted } from '../terminal/counted.js';
import { examplesText } from '../terminal/examplesText.js';
import { endAsExpected, type Output, outputOf } from '../terminal/output.js';
import { printRows } from '../terminal/printRows.js';

export function logLost(log: Command): void {
  log
    .command('lost')
    .argument('[file]', 'a copy that was put aside, such as log.db.forked-… (default: log.db)')
    .description('list the events that only this node holds; a service may be running')
    .option('--json', 'one JSON object per line, with all that an event says')
    .addHelpText(
      'after',
      `
After a fork, the copy of a node can be the only file that holds events which were acknowledged. Nothing brings them back by
itself, since others may have gone on without them. What is still wanted has to be saved again: with memory-vault save, or by
whoever saved it first. The file is only read. Forgetting does not reach it: remove it when you no longer need it.
`,
    )
    .addHelpText('after', examplesText(['log lost', 'log lost --json log.db.forked-2026-11-20']))
    .action(lost);
}

/** A line of the list. Undefined texts are left out. */
interface Lost {
  readonly position: number;
  readonly at: string;
  readonly type: string;
  readonly stream: string;
  /** What it said; null once it is erased. */
  readonly data: unknown;
}

/** A table of more rows is read by nobody; `--json` has them all. */
const MOST_ROWS = 1000;

async function lost(file: string | undefined, { json = false }: { json?: boolean }): Promise<void> {
  endAsExpected();
  const config = file === undefined ? existingVault() : readConfig(process.env);
  if (!config.sharedLog)
    throw new Error(
      'VAULT_LOG names no shared log to compare with: set it as it is set on the nodes',
    );
  if (file !== undefined && !existsSync(file)) throw new Error(`there is no file ${file}`);
  const { lostEvents } = await import('../../maintenance/lostEvents.js');
  const copy = file ?? dataFiles(config).log;
  const output = outputOf({ format: json ? 'ndjson' : 'table' }, process.env);
  const shown: Lost[] = [];
  let count = 0;
  for await (const entry of lostEvents(copy, config.sharedLog)) {
    count += 1;
    if (json) await printRows(output, [toLost(entry)], COLUMNS);
    else if (count <= MOST_ROWS) shown.push(toLost(entry));
  }
  if (!json) await printTable(output, shown, count);
  if (count === 0) output.note(`nothing: the shared log has all of ${copy}`);
}

async function printTable(output: Output, shown: readonly Lost[], count: number): Promise<void> {
  await printRows(output, shown, COLUMNS);
  if (count === 0) return;
  const more = count > shown.length ? `, of which ${shown.length} are shown: --json has all` : '';
  output.note(`${counted(count, 'event')} that the shared log does not have${more}`);
}

function toLost({ position, at, type, stream, data }: LogEntry): Lost {
  return { position, at: formatTime(toSeconds(at)), type, stream, data };
}

const COLUMNS: readonly Column<Lost>[] = [
  { head: 'position', cell: ({ position }) => position },
  { head: 'time', cell: ({ at }) => at },
  { head: 'type', cell: ({ type }) => type },
  { head: 'stream', cell: ({ stream }) => stream },
  { head: 'says', cell: ({ data }) => startOf(data), isWide: true },
];

/** The first of these texts that an event has. */
const TEXTS = ['title', 'content', 'goal', 'summary', 'name', 'project'] as const;
const LENGTH = 200;

function startOf(data: unknown): string {
  if (data === null) return '(erased)';
  if (typeof data !== 'object') return '';
  const texts = TEXTS.map((name): unknown => Reflect.get(Object(data), name));
  const [text] = texts.filter((one) => typeof one === 'string');
  return String(text ?? '').slice(0, LENGTH);
}
