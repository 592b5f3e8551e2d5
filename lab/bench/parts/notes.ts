import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Note } from '../../../tools/notes/readNotes.js';
import { digits } from '../../../tools/table.js';
import { dataIn } from '../peers/peerServer.js';
import type { Grid } from '../report/grid.js';
import { context } from './context.js';
import { type Bench, type Results, refusedRows } from './part.js';
import { rowsAlone, rowsTogether, searchesAlone, searchesTogether } from './searches.js';
import { starts } from './starts.js';
import { largeVault, type Vault, vaultOf, weight } from './vault.js';

const REST_SECONDS = 120;

/** How many notes are saved in each program, and how many this service has in a vault of its own besides. */
export const sizes = (quick: boolean) =>
  quick ? { all: 1000, large: 4000 } : { all: 16_000, large: 100_000 };

/** Fills all programs, and measures what they need then: for searches, for a context, for a start, in memory and on disk. */
export async function notes(bench: Bench): Promise<Results> {
  const { say, signal, quick, programs } = bench;
  const { all, large } = sizes(quick);
  const vaults: Vault[] = [];
  try {
    say(`saving ${all} notes in each program`);
    const saved = Array.from({ length: all }, (_, i) => bench.notes[i] ?? generated(bench, i));
    // Together, because one of them takes a save at a time only.
    const filled = await Promise.all(programs.map((found) => vaultOf(found, saved, bench)));
    vaults.push(...filled);
    const weigh = () => filled.map(({ server }) => weight(server.pid));
    const afterSaves = weigh();
    const [ours] = programs;
    if (ours) vaults.push(await largeVault(ours, large, bench));

    const together = await searchesTogether(bench, vaults);
    const afterSearches = weigh();
    say('rest');
    await sleep(quick ? 100 : REST_SECONDS * 1000, undefined, { signal });
    const rested = weigh();

    const alone = await searchesAlone(bench, vaults);
    const contexts = await context(bench, vaults);
    await stopAll(vaults);
    const head = ['', ...vaults.map(({ name }) => name)];
    const row = (name: string, values: readonly number[]) => [name, ...values.map(digits)];
    return {
      tables: {
        searches: { head, rows: [...rowsAlone(vaults, alone), ...rowsTogether(together)] },
        context: contexts,
        memory: {
          head: ['', ...filled.map(({ name }) => name)],
          rows: [
            ['ready, without notes, MB', ...filled.map(({ atReady }) => digits(atReady))],
            row('after the saves, MB', afterSaves),
            row('after the searches, MB', afterSearches),
            row('two minutes later, MB', rested),
          ],
        },
        disk: diskOf(vaults),
        start: await starts(bench, vaults),
      },
      refused: vaults.flatMap(({ name, refusals }, i) => [
        ...refusedRows(name, 'filling', refusals),
        ...refusedRows(name, 'searches', alone[i]?.refusals ?? new Map()),
      ]),
    };
  } finally {
    await stopAll(vaults);
  }
}

const stopAll = (vaults: readonly Vault[]) =>
  Promise.allSettled(vaults.map(({ server }) => server.stop()));

/** Bytes for each note that a program has kept. */
function diskOf(vaults: readonly Vault[]): Grid {
  const row = (name: string, of: (vault: Vault) => number) => [
    name,
    ...vaults.map((vault) => digits(of(vault) / vault.kept)),
  ];
  const file = (name: string) => (vault: Vault) =>
    statSync(join(dataIn(vault.directory), name), { throwIfNoEntry: false })?.size ?? Number.NaN;
  return {
    head: ['', ...vaults.map(({ name }) => name)],
    rows: [
      row('its own text', ({ text, kept }) => text * kept),
      row('all files', ({ server }) => server.bytes()),
      row('of these, the log (`log.db`)', file('log.db')),
      row('of these, what is made from it (`views.db`)', file('views.db')),
      ['notes kept', ...vaults.map(({ kept }) => kept.toLocaleString('en'))],
    ],
  };
}

function generated({ noteAt }: Bench, i: number): Note {
  const { title, content, type, tags, project, author, session_id, created_at } = noteAt(i);
  const text = { title, content, type, tags: [...tags], project, author };
  return { ...text, session: session_id, at: created_at, line: i + 1 };
}
