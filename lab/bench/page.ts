import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { readNotes } from '../../tools/notes/readNotes.js';
import { launchChromium } from '../../tools/page/launchChromium.js';
import { startServer } from '../../tools/server/serverProcess.js';
import { table } from '../../tools/table.js';
import { untilInterrupted } from '../../tools/untilInterrupted.js';
import { dataSet } from './data/dataSet.js';
import { machine } from './machine.js';
import { firstLoads } from './page/firstLoads.js';
import { longLists } from './page/longLists.js';
import { searches } from './page/searches.js';

const FIXTURE = fileURLToPath(new URL('../../test/fixtures/notes.ndjson', import.meta.url));

interface Options {
  readonly size: number;
  readonly runs: number;
  readonly keep?: string;
}

export const program = new Command()
  .description(
    'Time the page in a browser: the first load, searching while typing, and long lists.',
  )
  .argument(
    '[file]',
    'NDJSON file of notes to take sentences from (default: VAULT_NOTES, else test notes)',
    process.env.VAULT_NOTES || FIXTURE,
  )
  .option('--size <number>', 'notes in the vault', Number, 100_000)
  .option('--runs <number>', 'runs of each load and search', Number, 10)
  .option('--keep <directory>', 'keep the filled vault here for later runs')
  .action((file: string, options: Options) =>
    untilInterrupted((signal) => bench(file, options, signal)),
  );

async function bench(file: string, options: Options, signal: AbortSignal): Promise<void> {
  const { size, runs, keep } = options;
  const scratch = mkdtempSync(join(tmpdir(), 'memory-vault-bench-'));
  const adminKey = randomBytes(16).toString('hex');
  try {
    const { directory } = await dataSet({ size, file, scratch, keep, signal });
    const server = await startServer({ directory, adminKey, signal });
    const browser = await launchChromium();
    try {
      const bench = { browser, url: server.url, credential: adminKey, runs };
      console.log(`${machine()}\nChromium ${browser.version()}, over loopback`);
      console.log(`${size} notes made from the sentences of ${basename(file)}\n`);
      const head = ['', 'p50', 'slowest'];
      console.log(`${table(['First load, cold', 'p50', 'slowest'], await firstLoads(bench))}\n`);
      const words = readNotes(file).flatMap(({ title }) => title.match(/[a-z]{5,}/gi) ?? []);
      head[0] = 'Search while typing, ms from the last key';
      console.log(`${table(head, await searches({ ...bench, words }))}\n`);
      const lists = ['Scrolling to the end', 'rows', 'elements', 'tasks over 50 ms', 'longest, ms'];
      console.log(table(lists, await longLists(bench)));
    } finally {
      await browser.close();
      await server.stop();
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
