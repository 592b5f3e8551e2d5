import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { untilInterrupted } from '../tools/untilInterrupted.js';
import type { Family } from './faults/cases.js';
import { FAMILIES } from './faults/families.js';
import { reportOf } from './faults/report.js';
import { runCases } from './faults/runCases.js';

interface Options {
  readonly quick: boolean;
  readonly seed: number;
  readonly families: readonly Family[];
  readonly report?: string;
}

const SEEDS = 1_000_000;
const QUICK_SHARE = 0.03;

export const program = new Command()
  .description(
    'Kill the built service, cut its power, damage, remove and fill its files, and move its clock; then check what ' +
      'it kept, and whether it said what happened.',
  )
  .option('--quick', 'a sample of the random faults, to check that the run works', false)
  .option('--seed <number>', 'repeats a run', Number, Math.floor(Math.random() * SEEDS))
  .addOption(
    new Option(
      '--families <names>',
      `comma-separated: ${FAMILIES.map(({ name }) => name).join(', ')}`,
    )
      .argParser(familiesOf)
      .default(FAMILIES, 'all'),
  )
  .option('--report <file>', 'write the table to a file as well')
  .action((options: Options) => untilInterrupted((signal) => run(options, signal)));

async function run(options: Options, signal: AbortSignal): Promise<void> {
  const { quick, seed, families, report } = options;
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-faults-'));
  const say = (line: string) => console.error(line);
  try {
    const share = quick ? QUICK_SHARE : 1;
    for (const { name, missing } of families) {
      if (missing !== undefined) say(`${name}: not made here, ${missing}`);
    }
    const possible = families.filter(({ missing }) => missing === undefined);
    const results = await runCases(possible, { directory, seed, share, say, signal });
    const { text, counts } = reportOf(results);
    console.log(text);
    if (report !== undefined) writeFileSync(report, `${text}\n`);
    if (counts.silent + counts.wrong > 0) process.exitCode = 1;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function familiesOf(text: string): readonly Family[] {
  return text.split(',').map((name) => {
    const family = FAMILIES.find((one) => one.name === name.trim());
    if (!family) throw new InvalidArgumentError(`there are no faults named ${name}.`);
    return family;
  });
}
