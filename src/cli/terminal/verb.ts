import { type Command, Option } from 'commander';
import type { VaultClient } from 'memory-vault-client';
import { examplesText } from './examplesText.js';
import { failedRequest } from './failedRequest.js';
import { endAsExpected, FORMATS, type Format, type Output, outputOf } from './output.js';
import { reachVault } from './reachVault.js';

interface VerbTexts {
  readonly description: string;
  /** Command lines without `memory-vault`, at least one. */
  readonly examples: readonly [string, ...string[]];
}

/**
 * A command for people, with the options that all of them have: `--format`, `--no-color` and `--no-start`. `usage` is its name
 * and its arguments, such as `search <words...>`. Whoever calls this adds the other options, and `.action(acting(…))`.
 */
export function verb(program: Command, usage: string, { description, examples }: VerbTexts) {
  return program
    .command(usage)
    .description(description)
    .addOption(
      new Option('--format <format>', 'default: table on a terminal, ndjson for a pipe').choices(
        FORMATS,
      ),
    )
    .option('--no-color', 'no colours; NO_COLOR=1 does the same')
    .option('--no-start', 'use only a service that is running already')
    .addHelpText('after', examplesText(examples));
}

/** What an action works with, besides the arguments and options of its verb. */
export interface Acting {
  readonly vault: VaultClient;
  /** Where that vault is. */
  readonly url: string;
  readonly output: Output;
}

/** The options of every verb, as commander gives them. */
export interface VerbOptions {
  readonly format?: Format;
  readonly color: boolean;
  readonly start: boolean;
}

/**
 * The action of a verb: reaches the vault, runs `act` with the arguments and the options of the command line, and says what
 * the vault refuses in the words of the verb.
 */
export function acting<Given extends readonly unknown[], Options extends VerbOptions>(
  act: (surroundings: Acting, ...given: [...Given, Options]) => Promise<void>,
) {
  return actingAlone<Given, Options>(async (output, ...asked) => {
    // The cast is safe: the options are last.
    const { vault, url } = await reachVault(process.env, asked.at(-1) as Options);
    await act({ vault, url, output }, ...asked);
  });
}

/** The same for a verb that reaches a vault by itself, or none. */
export function actingAlone<Given extends readonly unknown[], Options extends VerbOptions>(
  act: (output: Output, ...given: [...Given, Options]) => Promise<void>,
) {
  return async (...given: [...Given, Options, Command]): Promise<void> => {
    // The casts are safe: commander gives the options and the command last.
    const command = given.at(-1) as Command;
    const asked = given.slice(0, -1) as [...Given, Options];
    endAsExpected();
    try {
      await act(outputOf(asked.at(-1) as Options, process.env), ...asked);
    } catch (error) {
      throw failedRequest(error, command);
    }
  };
}
