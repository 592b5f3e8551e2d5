import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import type { Rebuilt } from 'memory-vault-client';
import { type Client, client } from '../../tools/client.js';
import { loadNotes, loadSentence } from '../../tools/notes/loadNotes.js';
import { readNotes } from '../../tools/notes/readNotes.js';
import { median } from '../../tools/percentile.js';
import { progressBar } from '../../tools/progressBar.js';
import { inTemporaryVault } from '../../tools/server/inTemporaryVault.js';
import { digits, table } from '../../tools/table.js';
import { untilInterrupted } from '../../tools/untilInterrupted.js';
import { type Measured, measure } from './load/measure.js';
import { machine } from './machine.js';

const FIXTURE = fileURLToPath(new URL('../../test/fixtures/notes.ndjson', import.meta.url));
const CONNECTIONS = 16;
const ROUNDS = 5;
const SECONDS = 4;

export const program = new Command()
  .description(
    'Time saves with and without a rebuild of the read models running, in alternating rounds.',
  )
  .argument(
    '[file]',
    'NDJSON file of notes to fill the vault with (default: VAULT_NOTES, else test notes)',
    process.env.VAULT_NOTES || FIXTURE,
  )
  .action((file: string) => untilInterrupted((signal) => bench(file, signal)));

async function bench(file: string, signal: AbortSignal): Promise<void> {
  const notes = readNotes(file);
  console.log(`${machine()}\n`);
  await inTemporaryVault(async ({ start, options: { adminKey } }) => {
    const { url } = await start();
    const bar = progressBar(notes.length);
    const vault = client({ url, adminKey, signal });
    const loaded = await loadNotes(vault, notes, bar).finally(() => bar.end());
    console.log(`${basename(file)}: ${loadSentence(loaded)}\n`);
    const save = nextSave();
    const saves = (seconds: number) =>
      measure({ url, method: 'POST', connections: CONNECTIONS, seconds, next: save, signal });
    await saves(2);

    const quiet: Measured[] = [];
    const busy: Measured[] = [];
    const rebuilds: Rebuilt[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      quiet.push(await saves(SECONDS));
      const rebuilding = keepRebuilding(vault, rebuilds);
      try {
        busy.push(await saves(SECONDS));
      } finally {
        await rebuilding.stop();
      }
    }
    report(quiet, busy, rebuilds);
  }, signal);
}

/** Runs one rebuild after the other until it is stopped, and waits for the last one. */
function keepRebuilding({ vault }: Client, rebuilds: Rebuilt[]) {
  let goOn = true;
  const ended = (async () => {
    while (goOn) {
      const params = { query: { wait: '1' } } as const;
      const { data } = await vault.POST('/admin/projections/rebuild', { params });
      if ('same' in data) rebuilds.push(data);
    }
  })();
  return {
    stop() {
      goOn = false;
      return ended;
    },
  };
}

function report(quiet: Measured[], busy: Measured[], rebuilds: readonly Rebuilt[]): void {
  const row = (what: string, of: (measured: Measured) => number) => {
    const [without, during] = [median(quiet.map(of)), median(busy.map(of))];
    return [what, digits(without), digits(during), digits(during / without)];
  };
  const rows = [
    row('saves per second', ({ perSecond }) => perSecond),
    row('p50 ms', ({ p50 }) => p50),
    row('p99 ms', ({ p99 }) => p99),
  ];
  console.log(
    `Medians of ${ROUNDS} rounds of ${SECONDS} s at ${CONNECTIONS} connections, in alternation.\n`,
  );
  console.log(table(['saves', 'without', 'during rebuilds', 'ratio'], rows));
  const seconds = median(rebuilds.map((one) => one.seconds));
  const failed = [...quiet, ...busy].reduce((sum, one) => sum + one.failed, 0);
  const same = rebuilds.every((one) => one.same);
  console.log(
    `\n${rebuilds.length} rebuilds of up to ${rebuilds.at(-1)?.events} events, ${digits(seconds)} s each; ` +
      `${same ? 'all gave the same' : 'NOT all the same'}; ${failed} saves failed`,
  );
  if (!same || failed > 0) process.exitCode = 1;
}

function nextSave() {
  let n = 0;
  return () => {
    n += 1;
    const note = {
      title: `note ${n}`,
      content: `Something worth keeping, ${n}.`,
      type: 'learning',
    };
    return { path: '/api/v1/observations', body: JSON.stringify({ ...note, project: 'bench' }) };
  };
}
