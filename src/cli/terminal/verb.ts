import { type CommandUnknownOpts, Option } from '@commander-js/extra-typings';
import { type VaultClient, VaultError } from 'memory-vault-client';
import { isAboutToken } from '../../domain/accessToken.js';
import { EXIT, type ExitCode, endAsExpected, Failed } from './exit.js';
import { shownLine } from './format.js';
import { FORMATS, type Format, type Output, outputOf } from './output.js';
import { type CommandTexts, command } from './program.js';
import { firstVaultBesideLogin, reachVault } from './reachVault.js';

/**
 * A command for people, with the options that all of them have: `--format`, `--no-color` and `--no-start`. `usage` is its name
 * and its arguments, such as `search <words...>`. Whoever calls this adds the other options, and `.action(acting(…))`.
 */
export function verb<Usage extends string>(
  program: CommandUnknownOpts,
  usage: Usage,
  texts: CommandTexts,
) {
  return command(program, usage, texts)
    .addOption(
      new Option('--format <format>', 'default: table on a terminal, ndjson for a pipe').choices(
        FORMATS,
      ),
    )
    .option('--no-color', 'no colours; NO_COLOR=1 does the same')
    .option('--no-start', 'do not start a service; use one that runs');
}

/** What an action works with, besides the arguments and options of its verb. */
export interface Acting {
  readonly vault: VaultClient;
  /** Where that vault is. */
  readonly url: string;
  readonly output: Output;
  /** The verb itself, for `failedRequest`. */
  readonly command: CommandUnknownOpts;
}

/** The options of every verb. */
export interface VerbOptions {
  readonly format?: Format;
  readonly color: boolean;
  readonly start: boolean;
}

/**
 * The action of a verb: reaches the vault, runs `act` with the arguments and the options of the command line, and says what
 * the vault refuses in the words of the verb.
 */
export function acting<Given extends unknown[], Options extends VerbOptions>(
  act: (acting: Acting, ...given: [...Given, Options]) => Promise<void>,
) {
  return actingAlone<Given, Options>(async ({ output, command }, ...asked) => {
    // The cast is safe: the options are last.
    const options = asked.at(-1) as Options;
    const first = options.start ? firstVaultBesideLogin(process.env) : undefined;
    const { vault, url } = await reachVault(process.env, options);
    if (first !== undefined) output.note(first);
    await act({ vault, url, output, command }, ...asked);
  });
}

/** The same for a verb that reaches a vault by itself, or none. */
export function actingAlone<Given extends unknown[], Options extends VerbOptions>(
  act: (alone: Pick<Acting, 'output' | 'command'>, ...given: [...Given, Options]) => Promise<void>,
) {
  return async (...given: [...Given, Options, CommandUnknownOpts]): Promise<void> => {
    // The casts are safe: commander gives the options and the command last.
    const command = given.at(-1) as CommandUnknownOpts;
    const asked = given.slice(0, -1) as [...Given, Options];
    endAsExpected();
    try {
      const output = outputOf(asked.at(-1) as Options, process.env);
      await act({ output, command }, ...asked);
    } catch (error) {
      throw failedRequest(error, command);
    }
  };
}

/** A request that did not succeed, in the words of the command line: fields of the request become the flags of the verb. */
export function failedRequest(error: unknown, command: CommandUnknownOpts): unknown {
  if (!(error instanceof VaultError)) return error;
  return new Failed(exitCodeFor(error), sentence(error, command), { cause: error });
}

/** The exit code for a request that did not succeed. */
export function exitCodeFor({ status = 0, code }: VaultError): ExitCode {
  // Of a proxy, or of some other program: the vault itself was not reached.
  if (code === undefined || status === 503) return EXIT.unreachable;
  if (status === 404) return EXIT.nothing;
  return status < 500 ? EXIT.refused : EXIT.failed;
}

/** What to do about a refusal that says nothing of it. */
const NEXT: Readonly<Record<string, string>> = {
  forbidden: 'ask an admin of the vault',
};

function sentence(error: VaultError, command: CommandUnknownOpts): string {
  const { status, code = '', detail, errors, retryAfter } = error;
  if (status === undefined)
    return `${shownLine(detail)}. Check that the vault runs, and that VAULT_URL is right`;
  if (code === 'missing_credential')
    return 'you are not logged in at this vault: type memory-vault login with the invite of an admin';
  const isOfToken = isAboutToken(detail);
  if (code === 'invalid_session' && !isOfToken)
    return 'your login at this vault has ended: type memory-vault login with a new invite of an admin';
  const wrong = errors.map(({ path, message }) => `${flagOf(path, command)} ${shownLine(message)}`);
  if (wrong.length > 1) return `${wrong.length} things to correct:\n${indented(wrong)}`;
  const [said = shownLine(detail)] = wrong;
  // The vault's own sentence may say it already.
  const when = /try again/.test(said) ? undefined : `try again in ${retryAfter} s`;
  const otherwise = isOfToken ? undefined : (NEXT[code] ?? elsewhere(code));
  const next = retryAfter === undefined ? otherwise : when;
  return next === undefined ? said : `${said}: ${next}`;
}

/** What to do where a proxy or another program has answered. */
const elsewhere = (code: string) =>
  code === '' ? 'check VAULT_URL, or try again in a moment' : undefined;

const indented = (lines: readonly string[]) => lines.map((line) => `  ${line}`).join('\n');

/** The flag or the argument of a verb for a JSON Pointer: `--title` of `/title`. The name of the field where there is none. */
function flagOf(path: string, command: CommandUnknownOpts): string {
  const [, field = ''] = path.split('/');
  const named = field.replace(/_(?:id|at)$/, '').replaceAll('_', '-');
  // `tag` of `/tags/0`, or the other way round.
  const names = [named, `${named}s`, named.replace(/s$/, '')].map((name) => `--${name}`);
  const option = command.options.find(({ long }) => names.includes(long ?? ''));
  if (option?.long) return option.long;
  const [argument] = command.registeredArguments;
  if (field === 'q' && argument) return argument.name().toUpperCase();
  return shownLine(path.slice(1).replaceAll('/', '.')) || 'the request';
}
