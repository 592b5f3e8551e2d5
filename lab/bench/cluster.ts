import { mkdtempSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { startSharedVault } from '../../tools/cluster/sharedVault.js';
import { readNotes } from '../../tools/notes/readNotes.js';
import { table } from '../../tools/table.js';
import { untilInterrupted } from '../../tools/untilInterrupted.js';
import { nodesOf } from './cluster/clusterBench.js';
import { clusterFailover } from './cluster/clusterFailover.js';
import type { ClusterFigure } from './cluster/clusterFigure.js';
import { clusterLag } from './cluster/clusterLag.js';
import { clusterPage } from './cluster/clusterPage.js';
import { clusterSaves } from './cluster/clusterSaves.js';
import { goalsGrid, othersGrid, savesGrid } from './cluster/clusterTables.js';
import { clusterTakeIn } from './cluster/clusterTakeIn.js';
import { recombine } from './data/recombine.js';
import { saveBodies } from './data/saveBodies.js';
import { machine } from './machine.js';
import { narrator } from './narrator.js';
import { DOCS, notesFile } from './options.js';
import type { Grid } from './report/grid.js';

/** In the order in which they run. */
const PARTS = {
  saves: clusterSaves,
  lag: clusterLag,
  take: clusterTakeIn,
  failover: clusterFailover,
};
type Part = keyof typeof PARTS;
const NAMES = Object.keys(PARTS).join(', ');

interface Options {
  readonly quick: boolean;
  readonly json: boolean;
  readonly parts: string;
  /** The file of the page; true: that of the docs; undefined: the same after a whole run. */
  readonly page: string | boolean | undefined;
}

export const program = new Command()
  .description(
    'Measure nodes of a shared log in PostgreSQL, in turn with a vault that has its log in SQLite. About ten minutes.',
  )
  .argument('[file]', 'NDJSON file of notes (default: VAULT_NOTES, else ../shared/data)')
  .option('--quick', 'few and short rounds, to check that it works: about two minutes', false)
  .option('--parts <names>', `parts to run, comma-separated: ${NAMES}`, NAMES)
  .option('--json', 'print the figures of all rounds as JSON in place of tables', false)
  .option(
    '--page [file]',
    'write the page (default: docs/performance/cluster.md, after a whole run)',
  )
  .option('--no-page', 'write no page')
  .action((file: string | undefined, options: Options) =>
    untilInterrupted((signal) => bench(notesFile(file), options, signal)),
  );

async function bench(file: string, options: Options, signal: AbortSignal): Promise<void> {
  const parts = partsOf(options.parts);
  const about = machine();
  if (!options.json) console.log(`${about}\n`);
  const { figures, hasStandby } = await measureAll(file, parts, options.quick, signal);
  const date = new Date().toISOString().slice(0, 10);
  const run = { date, machine: about, hasStandby, isQuick: options.quick, figures };
  if (options.json) console.log(JSON.stringify(run, undefined, 2));
  else for (const of of [savesGrid, othersGrid, goalsGrid]) show(of(figures));
  const page = pageFile(options, parts.length === Object.keys(PARTS).length);
  if (page === undefined) return;
  // With all rounds beside it, from which the page can be made again.
  writeFileSync(page.replace(/\.md$/, '.json'), `${JSON.stringify(run, undefined, 2)}\n`);
  writeFileSync(page, clusterPage(run));
  console.error(`written to ${page}`);
}

async function measureAll(
  file: string,
  parts: readonly Part[],
  quick: boolean,
  signal: AbortSignal,
) {
  const scratch = await mkdtemp(join(tmpdir(), 'memory-vault-cluster-'));
  const { say, stop } = narrator();
  try {
    const vault = await startSharedVault({
      directory: join(scratch, 'cluster'),
      // After a failover the new primary is alone for a while: what that takes is measured without a new standby.
      durability: 'managed',
      postgres: { shared_buffers: '128MB', max_wal_size: '2GB' },
    });
    const { stopAll, ...nodes } = nodesOf(vault, signal);
    const figures: ClusterFigure[] = [];
    try {
      const body = saveBodies(recombine(readNotes(file)));
      const newDirectory = () => mkdtempSync(join(scratch, 'vault-'));
      const shared = { vault, ...nodes, body, quick, say, signal, newDirectory };
      for (const part of parts) {
        // The first part brings nodes of its own, one after the other.
        for (const name of part === 'saves' ? [] : ['node-1', 'node-2'])
          if (!nodes.nodes.has(name)) await nodes.startNode(name);
        figures.push(...(await PARTS[part](shared)));
      }
      return { figures, hasStandby: vault.cluster !== undefined };
    } finally {
      await stopAll();
      await vault.stop();
    }
  } finally {
    stop();
    await rm(scratch, { recursive: true, force: true });
  }
}

function show({ head, rows }: Grid): void {
  if (rows.length > 0) console.log(`${table(head, rows)}\n`);
}

function partsOf(names: string): readonly Part[] {
  const wanted = names.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !Object.hasOwn(PARTS, name));
  if (unknown.length > 0) throw new Error(`there is no part ${unknown.join(', ')}: use ${NAMES}`);
  // The keys of PARTS.
  return (Object.keys(PARTS) as Part[]).filter((part) => wanted.includes(part));
}

function pageFile({ page, quick }: Options, isWhole: boolean): string | undefined {
  if (typeof page === 'string') return page;
  const isWanted = page ?? (isWhole && !quick);
  return isWanted ? join(DOCS, 'performance', 'cluster.md') : undefined;
}
