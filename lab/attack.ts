import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, Option } from 'commander';
import { untilInterrupted } from '../tools/untilInterrupted.js';
import { attack } from './attack/attack.js';
import { ATTACKS } from './attack/attacks.js';

interface Options {
  readonly minutes: number;
  readonly quiet: number;
  readonly only: readonly string[];
  readonly report?: string;
}

const NAMES = Object.keys(ATTACKS);

export const program = new Command()
  .description(
    'Attack a service of its own in many ways at once, beside a well-behaved client that must not suffer. Linux only, ' +
      'where every address of 127.0.0.0/8 can be used.',
  )
  .option('--minutes <number>', 'how long', Number, 10)
  .option(
    '--quiet <seconds>',
    'how long the well-behaved client is measured alone before',
    Number,
    60,
  )
  .addOption(new Option('--only <attacks...>', 'some attacks').choices(NAMES).default(NAMES, 'all'))
  .option('--report <file>', 'write the tables to a file as well')
  .action((options: Options) => untilInterrupted((signal) => run(options, signal)));

async function run({ minutes, quiet, only, report }: Options, signal: AbortSignal): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-attack-'));
  try {
    const { text, problems } = await attack({
      directory: join(directory, 'vault'),
      seconds: minutes * 60,
      quietSeconds: quiet,
      names: only,
      say: (line) => console.error(line),
      signal,
    });
    const end =
      problems.length === 0
        ? 'ok: the well-behaved client was never refused and not slowed beyond the bound'
        : problems.map((problem) => `NOT ok: ${problem}`).join('\n');
    console.log(`${text}\n\n${end}`);
    if (report !== undefined) writeFileSync(report, `${text}\n\n${end}\n`);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
