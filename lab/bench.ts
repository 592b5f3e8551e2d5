import { Command } from 'commander';
import { table } from '../tools/table.js';
import { untilInterrupted } from '../tools/untilInterrupted.js';
import type { Figure } from './bench/figure.js';
import { GOALS, judge } from './bench/goals.js';
import { machine } from './bench/machine.js';
import {
  DEFAULT_SIZES,
  DOCS,
  notesFile,
  type Options,
  PARTS,
  parts,
  reportDirectory,
  sizes,
} from './bench/options.js';
import { type Grid, grid } from './bench/report/grid.js';
import { goalGrid, growthGrid } from './bench/report/page.js';
import { SECTIONS } from './bench/report/sections.js';
import { addToReport, requireKept, rewrite, writeReport } from './bench/report/writeReport.js';
import { run } from './bench/run.js';

export const program = new Command()
  .description('Benchmark the service against a no-op server.')
  .argument(
    '[file]',
    'NDJSON file of notes to take sentences from (default: VAULT_NOTES, else ../shared/data)',
  )
  .option('--sizes <numbers>', 'numbers of observations, comma-separated', sizes, DEFAULT_SIZES)
  .option('--parts <names>', `parts to run, comma-separated: ${PARTS.join(', ')}`, parts, [
    ...PARTS,
  ])
  .option('--quick', 'few and short rounds, to check that the benchmark works', false)
  .option(
    '--keep [directory]',
    'keep the filled vaults for the next run (default directory: ~/.cache/memory-vault-bench)',
  )
  .option(
    '--report [directory]',
    'directory to write performance.md to (default: docs, and only after a whole run)',
  )
  .option(
    '--add',
    'add the figures to those of the report that is there, to measure it in parts, some minutes each',
    false,
  )
  .option('--no-report', 'write no report')
  .option('--again', 'measure nothing: write performance.md again from its figures', false)
  .action((file: string | undefined, options: Options) =>
    options.again
      ? rewrite(typeof options.report === 'string' ? options.report : DOCS)
      : untilInterrupted((signal) => bench(notesFile(file), options, signal)),
  );

async function bench(file: string, options: Options, signal: AbortSignal): Promise<void> {
  const about = machine();
  console.log(`${about}\n`);
  const directory = reportDirectory(options);
  if (options.add && directory !== undefined) requireKept(directory, about);
  const figures = await run(file, options, signal);
  print(figures);
  if (directory === undefined) return;
  const date = new Date().toISOString().slice(0, 10);
  const measured = { date, machine: about, sizes: options.sizes, figures };
  if (options.add) addToReport(directory, measured, options.parts);
  else writeReport(directory, measured);
  console.log(`\nwritten to ${directory}/performance.md`);
}

function print(figures: readonly Figure[]): void {
  for (const section of SECTIONS) show(section.title, grid(section, figures));
  show('Costs against size', growthGrid(figures));
  show('Goals', goalGrid(judge(GOALS, figures)));
}

function show(title: string, shown: Grid | undefined): void {
  if (shown) console.log(`${title}\n\n${table(shown.head, shown.rows)}\n`);
}
