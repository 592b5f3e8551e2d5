import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { table } from '../tools/table.js';
import { untilInterrupted } from '../tools/untilInterrupted.js';
import { machine } from './bench/machine.js';
import { DOCS, notesFile } from './bench/options.js';
import { findPeers } from './bench/peers/findPeers.js';
import { page, type Run } from './bench/report/page.js';
import { PARTS, type PartName, run } from './bench/run.js';

/** The cast is safe: these are the keys of `PARTS`. */
const ALL = Object.keys(PARTS) as PartName[];

interface Options {
  readonly parts: readonly PartName[];
  readonly quick: boolean;
  readonly again: boolean;
  /** The file of the page; true: that of the docs; undefined: the same after a whole run. */
  readonly page: string | boolean | undefined;
}

export const program = new Command()
  .description(
    'Measure what a user feels, in turn with the same of Korva and engram where their programs are there: KORVA_VAULT and ENGRAM ' +
      'name their paths, else they are looked for on the PATH.',
  )
  .argument('[file]', 'NDJSON file of notes (default: VAULT_NOTES, else ../shared/data)')
  .option('--parts <names>', `parts to run, comma-separated: ${ALL.join(', ')}`, parts, ALL)
  .option('--quick', 'few notes and short rounds, to check that the benchmark works', false)
  .option('--page [file]', 'write the page (default: docs/performance.md, after a whole run)')
  .option('--no-page', 'write no page')
  .option('--again', 'measure nothing: write docs/performance.md again from its figures', false)
  .action((file: string | undefined, options: Options) =>
    options.again
      ? writeFileSync(PAGE, page(keptRun()))
      : untilInterrupted((signal) => bench(notesFile(file), options, signal)),
  );

const PAGE = join(DOCS, 'performance.md');
const FIGURES = join(DOCS, 'performance', 'figures.json');

/** The run that the page of the docs was made from. */
export function keptRun(): Run {
  // The cast is safe: it is what was written below, and a test holds the page against it.
  return JSON.parse(readFileSync(FIGURES, 'utf8')) as Run;
}

async function bench(file: string, options: Options, signal: AbortSignal): Promise<void> {
  const { found, missing } = findPeers(process.env);
  const about = machine();
  console.log([about, ...missing, ''].join('\n'));
  const { quick } = options;
  const results = await run({ ...options, file, programs: found }, signal);
  for (const { head, rows } of Object.values(results.tables)) console.log(`${table(head, rows)}\n`);
  const programs = found.map(({ peer: { name }, built }) => ({ name, built }));
  const date = new Date().toISOString().slice(0, 10);
  const measured: Run = { date, machine: about, quick, programs, missing, ...results };
  if (typeof options.page === 'string') writeFileSync(options.page, page(measured));
  else if (options.page ?? (options.parts.length === ALL.length && !quick)) {
    writeFileSync(FIGURES, `${JSON.stringify(measured, undefined, 2)}\n`);
    writeFileSync(PAGE, page(measured));
  }
}

function parts(text: string): readonly PartName[] {
  const wanted = text.split(',');
  if (wanted.every((name) => Object.hasOwn(PARTS, name)))
    return ALL.filter((part) => wanted.includes(part));
  throw new InvalidArgumentError(`must be some of ${ALL.join(', ')}, comma-separated.`);
}
