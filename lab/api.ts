// `npm run lab -- api`: has schemathesis try the API document against the built service, once without a credential and
// once with the owner's key. It needs python3 with venv, and PyPI.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { table } from '../tools/table.js';
import { untilInterrupted } from '../tools/untilInterrupted.js';
import { installSchemathesis } from './api/installSchemathesis.js';
import { type PassReport, runPass } from './api/runPass.js';

interface Options {
  readonly examples: number;
  readonly cases: number;
  readonly seed: number;
}

export const program = new Command()
  .description(
    'Try the API document against the service with schemathesis: openly, then as the owner.',
  )
  .option('--examples <number>', 'most fuzzed cases per operation and phase', Number, 100)
  .option('--cases <number>', 'fail when a pass has tried fewer cases', Number, 8000)
  .option('--seed <number>', 'draws the same cases again', Number, 1)
  .action((options: Options) => untilInterrupted((signal) => run(options, signal)));

async function run({ cases, ...options }: Options, signal: AbortSignal): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-check-api-'));
  try {
    const schemathesis = await installSchemathesis(directory, signal);
    const reports: PassReport[] = [];
    for (const pass of ['open', 'owner'] as const)
      reports.push(await runPass({ pass, schemathesis, directory, signal, ...options }));
    print(reports);
    const few = reports.filter((report) => report.cases < cases).map(({ pass }) => pass);
    if (few.length > 0) console.log(`fewer than ${cases} cases: ${few.join(', ')}`);
    if (few.length > 0 || reports.some(({ isClean }) => !isClean)) process.exitCode = 1;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function print(reports: readonly PassReport[]): void {
  const head = ['pass', 'operations', 'cases', 'findings', 'seed', 'seconds', 'ended'];
  const rows = reports.map((one) => [
    one.pass,
    ...[one.operations, one.cases, one.findings, one.seed, Math.round(one.seconds)].map(String),
    one.isClean ? 'clean' : one.ended,
  ]);
  console.log(`\n${table(head, rows)}`);
}
