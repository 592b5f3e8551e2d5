import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { BUILD } from '../../config/version.js';
import { endAtClosedPipe } from './exit.js';

const AFTER = `
memory-vault help COMMAND shows its options, with examples.
memory-vault settings lists the environment variables.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 nothing found, 4 refused by the
vault, 5 no vault reached. docs/cli.md has those of single commands.`;

/**
 * The program without its commands. A wrong command line throws a `CommanderError`, after a sentence on standard error, which
 * names the help of `command`: the one on the command line.
 */
export function newProgram(command?: string): Command {
  return (
    new Command('memory-vault')
      .description('A self-hosted, auditable memory for AI coding agents.')
      .version(BUILD)
      .commandsGroup('Help:')
      .helpCommand('help [command]', 'show the help of a command')
      .addHelpText('after', AFTER)
      // So that a command can have options of the same names, such as `--version`.
      .enablePositionalOptions()
      .exitOverride()
      .configureOutput({
        writeOut: (text) => {
          endAtClosedPipe();
          process.stdout.write(text);
        },
        outputError: (text, write) => write(inOurWords(text, command)),
      })
  );
}

/** Ends with `unknown command`, and with the nearest of those that there are. */
export function refuseCommand(unknown: string, names: readonly string[]): void {
  const program = newProgram();
  for (const name of names) program.command(name);
  program.parse([unknown], { from: 'user' });
}

/** Such as `memory-vault: unknown command 'serch': did you mean search?`, of two lines in another style. */
function inOurWords(text: string, command: string | undefined): string {
  const [said = '', hint] = text.replace(/^error: /, '').split('\n(Did you mean ');
  const sentence = said.trimEnd().replace(/\.$/, '');
  return `memory-vault: ${sentence}: ${nextAfter(sentence, hint, command)}\n`;
}

function nextAfter(said: string, hint: string | undefined, command: string | undefined): string {
  if (hint !== undefined) return `did you mean ${hint.replace(/\?\)\s*$/, '?')}`;
  if (said.startsWith('there is no such command') || command === undefined)
    return 'memory-vault --help lists all commands';
  return `memory-vault help ${command} shows how it is used`;
}

export interface CommandTexts {
  readonly description: string;
  /** What its help says between its options and its examples. */
  readonly help?: string;
  /** Command lines without `memory-vault`, at least one. */
  readonly examples: readonly [string, ...string[]];
  /** Whether it is the command of a command line that names none. */
  readonly isDefault?: true;
}

/** Adds a command. Whoever calls this adds its options, and its action, whose types follow from them. `usage` is its name and its arguments. */
export function command<Usage extends string>(
  parent: CommandUnknownOpts,
  usage: Usage,
  texts: CommandTexts,
) {
  const { description, help, examples, isDefault } = texts;
  // The cast is safe: the options of a parent are not those of its commands.
  const made = (parent as unknown as Command).command(usage, { isDefault });
  made.description(description);
  if (help !== undefined) made.addHelpText('after', help);
  const lines = examples.map((line) => `  memory-vault ${line}`);
  return made.addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
}
