import { fileURLToPath } from 'node:url';
import { confirm, isCancel } from '@clack/prompts';
import { type Command, Option } from 'commander';
import { visibleLine } from '../mcp/text/visible.js';
import type { Check } from './doctor/check.js';
import { checksOf } from './doctor/checksOf.js';
import { gatherFacts, type Surroundings } from './doctor/gatherFacts.js';
import { type Fixed, runFixes } from './doctor/runFixes.js';
import { screenOf, sumOf, wrapped } from './doctor/screen.js';

const CLI = fileURLToPath(new URL('../cli.js', import.meta.url));
const USAGE = 2;
/** Of a pipe, which has no width. */
const COLUMNS = 80;

interface Options {
  readonly fix?: boolean;
  readonly yes?: boolean;
  readonly format: 'table' | 'json';
}

export function doctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('show what is wrong with this vault, and what to type; it changes nothing')
    .option('--fix', 'mend what can be mended safely, and say each thing; asks on a terminal')
    .option('--yes', 'with --fix: do not ask')
    .addOption(
      new Option('--format <format>', 'how to show it').choices(['table', 'json']).default('table'),
    )
    .addHelpText(
      'after',
      '\nExit codes: 0 all is well or has to be looked at, 1 something is wrong, 2 wrong arguments',
    )
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : USAGE))
    .action(doctor);
}

async function doctor(options: Options, command: Command): Promise<void> {
  const { fix = false, yes = false, format } = options;
  if (yes && !fix) command.error('error: --yes goes with --fix');
  const surroundings: Surroundings = { env: process.env, cli: CLI, now: Date.now() };
  const facts = await gatherFacts(surroundings);
  let checks = checksOf(facts);
  let fixed: readonly Fixed[] = [];
  if (fix) {
    const ask = yes ? async () => true : canAsk(format) ? asked : undefined;
    const reached = facts.service.told?.reached;
    fixed = await runFixes(checks, { ...surroundings, reached, ask });
    // What is shown is what is so now.
    if (fixed.length > 0)
      checks = checksOf(await gatherFacts({ ...surroundings, now: Date.now() }));
  }
  if (format === 'json') console.log(JSON.stringify(jsonOf(checks, fixed), null, 2));
  else print(checks, fixed, fix);
  if (checks.some(({ state }) => state === 'wrong')) process.exitCode = 1;
}

/** A program that reads JSON has nobody to ask. */
const canAsk = (format: Options['format']) =>
  format === 'table' && process.stdin.isTTY === true && process.stdout.isTTY === true;

async function asked(question: string): Promise<boolean> {
  const answer = await confirm({ message: question });
  return !isCancel(answer) && answer;
}

function print(checks: readonly Check[], fixed: readonly Fixed[], fix: boolean): void {
  const { isTTY = false, columns = COLUMNS } = process.stdout;
  // A terminal may say that it has no columns.
  const width = isTTY && columns > 0 ? columns : COLUMNS;
  for (const { name, isDone, says } of fixed) {
    const line = visibleLine(`${isDone ? 'mended' : 'not mended'} ${name}: ${says}`);
    console.log(wrapped(line, { first: width, others: width }).join('\n'));
  }
  if (fix) console.log(fixed.length === 0 ? 'nothing here can be mended by itself\n' : '');
  console.log(screenOf(checks, { columns: width, colours: isTTY && !process.env.NO_COLOR }));
}

function jsonOf(checks: readonly Check[], fixed: readonly Fixed[]) {
  const is = (state: Check['state']) => checks.filter((check) => check.state === state).length;
  return {
    sum: sumOf(checks),
    ...{ ok: is('ok'), warn: is('warn'), wrong: is('wrong'), unknown: is('unknown') },
    checks: checks.map(({ group, name, state, says, type, fix }) => ({
      ...{ group, name: visibleLine(name), state, says: visibleLine(says) },
      ...(type !== undefined && { type: visibleLine(type) }),
      fixable: fix !== undefined,
    })),
    fixed: fixed.map(({ name, isDone, says }) => ({
      ...{ name: visibleLine(name), done: isDone, says: visibleLine(says) },
    })),
  };
}
