import { fileURLToPath } from 'node:url';
import { confirm, isCancel } from '@clack/prompts';
import { type Command, Option } from '@commander-js/extra-typings';
import type { Check } from './doctor/check.js';
import { checksOf, gatherFacts, type Surroundings } from './doctor/examine.js';
import { type Fixed, runFixes } from './doctor/fixes.js';
import { countsOf, screenOf, sumOf, wrapped } from './doctor/screen.js';
import { EXIT, endAsExpected, misused } from './terminal/exit.js';
import { shownLine } from './terminal/format.js';
import { type Output, outputOf } from './terminal/output.js';

const CLI = fileURLToPath(new URL('../cli.js', import.meta.url));
/** Of a pipe, which has no width. */
const COLUMNS = 80;

const HELP = `
Examples:
  memory-vault doctor
  memory-vault doctor --fix
  memory-vault doctor --format json

Exit codes: 0 well, or at most to be looked at; 1 something is wrong`;

export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('show what is wrong with this vault, and what to type; it changes nothing')
    .option('--fix', 'repair what is safe to repair, and list each repair; asks on a terminal')
    .option('--yes', 'with --fix: do not ask')
    .addOption(
      new Option('--format <format>', 'how to show it').choices(['table', 'json']).default('table'),
    )
    .option('--no-color', 'no colours; NO_COLOR=1 does the same')
    .addHelpText('after', HELP)
    .action(async (options) => {
      const { fix = false, yes = false, format } = options;
      if (yes && !fix) throw misused('--yes needs --fix');
      endAsExpected();
      const output = outputOf(options, process.env);
      const surroundings: Surroundings = { env: process.env, cli: CLI, now: Date.now() };
      const facts = await gatherFacts(surroundings);
      let checks = checksOf(facts);
      let fixed: readonly Fixed[] = [];
      if (fix) {
        const ask = yes ? async () => true : canAsk(format) ? asked : undefined;
        const { settings, service } = facts;
        const fixing = { ...surroundings, settings, reached: service.told?.reached };
        fixed = await runFixes(checks, fixing, ask);
        // What is shown is what is so now.
        if (fixed.length > 0)
          checks = checksOf(await gatherFacts({ ...surroundings, now: Date.now() }));
      }
      const text =
        format === 'json'
          ? JSON.stringify(jsonOf(checks, fixed), null, 2)
          : tableOf(checks, fix ? fixed : undefined, output);
      await output.write(`${text}\n`);
      if (checks.some(({ state }) => state === 'wrong')) process.exitCode = EXIT.failed;
    });
}

/** A program that reads JSON has nobody to ask. */
const canAsk = (format: 'table' | 'json') =>
  format === 'table' && process.stdin.isTTY === true && process.stdout.isTTY === true;

async function asked(question: string): Promise<boolean> {
  const answer = await confirm({ message: question });
  return !isCancel(answer) && answer;
}

/** `fixed` is undefined where nothing was to be mended. */
function tableOf(
  checks: readonly Check[],
  fixed: readonly Fixed[] | undefined,
  { columns = COLUMNS, colours }: Output,
): string {
  const mended = (fixed ?? []).flatMap(({ name, isDone, says }) => {
    const line = shownLine(`${isDone ? 'mended' : 'not mended'} ${name}: ${says}`);
    return wrapped(line, { first: columns, others: columns });
  });
  if (fixed?.length === 0) mended.push('--fix can mend none of this');
  const screen = screenOf(checks, { columns, colours });
  return [...mended, ...(fixed ? [''] : []), screen].join('\n');
}

function jsonOf(checks: readonly Check[], fixed: readonly Fixed[]) {
  return {
    sum: sumOf(checks),
    ...countsOf(checks),
    checks: checks.map(({ group, name, state, says, type, fix }) => ({
      group,
      name: shownLine(name),
      state,
      says: shownLine(says),
      type: type && shownLine(type),
      fixable: fix !== undefined,
    })),
    fixed: fixed.map(({ name, isDone, says }) => ({
      name: shownLine(name),
      done: isDone,
      says: shownLine(says),
    })),
  };
}
