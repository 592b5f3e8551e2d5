import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { untilInterrupted } from '../tools/untilInterrupted.js';
import { soak } from './soak/soak.js';

interface Options {
  readonly minutes: number;
  readonly rate: number;
  readonly seed: number;
  readonly report?: string;
}

export const program = new Command()
  .description(
    'Use a service for some minutes in every way at once; show what it needs, and check all that it promised.',
  )
  .option('--minutes <number>', 'how long', Number, 20)
  .option('--rate <number>', 'requests per second', Number, 200)
  .option('--seed <number>', 'draws the same requests again', Number, 1)
  .option('--report <file>', 'write the tables to a file as well')
  .action((options: Options) => untilInterrupted((signal) => run(options, signal)));

async function run({ report, ...options }: Options, signal: AbortSignal): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-soak-'));
  try {
    const say = (line: string) => console.error(line);
    const { text, problems } = await soak({ ...options, directory, say, signal });
    console.log(`${text}\n`);
    console.log(problems.length === 0 ? 'Every promise was kept.' : problems.join('\n'));
    if (report !== undefined) writeFileSync(report, `${text}\n`);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
