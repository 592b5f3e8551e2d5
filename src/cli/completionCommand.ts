import tab from '@bomb.sh/tab';
import { Argument, type Command, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { SOURCE_NAMES } from '../import/openSource.js';
import { COMMAND_NAMES, defineCommands } from './allCommands.js';
import { command, newProgram } from './terminal/program.js';
import { reachVault } from './terminal/reachVault.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

export function completionCommand(program: Command): void {
  command(program, 'completion', {
    description: 'print the script that completes commands at Tab in your shell',
    examples: [
      'completion bash >> ~/.bashrc',
      'completion zsh > ~/.zfunc/_memory-vault',
      'completion fish > ~/.config/fish/completions/memory-vault.fish',
    ],
  })
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action((shell) => tab.setup('memory-vault', 'memory-vault', shell));
}

/** Whoever presses Tab does not wait longer for the names of projects. */
const PROJECTS_MS = 200;

/**
 * Prints what the last word of a command line may become, for the script that `memory-vault completion` prints. The words are
 * those behind `memory-vault complete --`.
 */
export async function completeWords(words: readonly string[]): Promise<void> {
  const [name = '', ...rest] = words;
  const isWhole = rest.length > 0 && COMMAND_NAMES.includes(name);
  for (const known of COMMAND_NAMES) if (!isWhole || known !== name) tab.command(known, '');
  if (isWhole) {
    const program = newProgram();
    await defineCommands(program, [name], 0);
    const known = program.commands.find((one) => one.name() === name);
    if (known) addCommand(known, wantsProject(known, rest) ? await projects() : []);
  }
  tab.parse([...words]);
}

function addCommand(command: CommandUnknownOpts, projects: readonly string[]): void {
  const added = tab.command(command.name(), command.description());
  for (const { long, description, argChoices = [], required, optional } of command.options) {
    const name = long?.replace(/^--/, '') ?? '';
    const choices = name === 'project' ? projects : argChoices;
    // With a handler, an option takes a value.
    if (required || optional) added.option(name, description, offering(choices));
    else added.option(name, description);
  }
  for (const argument of command.registeredArguments) {
    const name = argument.name();
    // Of an import, it may be a file as well.
    const known = name === 'source' ? SOURCE_NAMES : (argument.argChoices ?? []);
    added.argument(name, offering(name === 'project' ? projects : known), argument.variadic);
  }
}

const offering =
  (choices: readonly string[]) => (complete: (value: string, description: string) => void) => {
    for (const choice of choices) complete(choice, '');
  };

/** Only then the vault is asked. */
function wantsProject(command: CommandUnknownOpts, rest: readonly string[]): boolean {
  const isArgument = command.registeredArguments.some((one) => one.name() === 'project');
  return (
    isArgument || rest.at(-2) === '--project' || rest.at(-1)?.startsWith('--project=') === true
  );
}

/** The projects of the vault; none where it does not answer in time. A name that would need quotes is left out. */
async function projects(): Promise<string[]> {
  const names = async () => {
    const { vault } = await reachVault(process.env, { start: false });
    const { data } = await vault.GET('/api/v1/projects');
    return data.map(({ project }) => project).filter((name) => /^[\p{L}\p{N}._/@+-]+$/u.test(name));
  };
  const late = new Promise<string[]>((resolve) => setTimeout(resolve, PROJECTS_MS, []).unref());
  return Promise.race([names().catch(() => []), late]);
}
