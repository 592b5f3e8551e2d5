import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { COMMAND_NAMES, defineCommands } from '../../src/cli/allCommands.js';
import { newProgram } from '../../src/cli/terminal/program.js';
import { markdownTable } from '../../tools/markdownTable.js';

const COLUMNS = 100;

/** The page says once what these do. */
const COMMON = ['--format', '--no-color', '--no-start', '--help'];

const program = newProgram();
await defineCommands(program, COMMAND_NAMES, 0);

/** All commands under the headings of `--help`, with one line each. */
export function commandsTable(): string {
  const groups = new Map<string, string[][]>();
  for (const command of program.commands) {
    const rows = groups.get(command.helpGroup()) ?? [];
    groups.set(command.helpGroup(), rows);
    rows.push([`[\`${command.name()}\`](#${command.name()})`, command.description()]);
  }
  return [...groups]
    .map(
      ([group, rows]) =>
        `**${group.replace(/:$/, '')}**\n\n${markdownTable(['command', 'what it does'], rows)}`,
    )
    .join('\n\n');
}

/** The help of each command, without the options that the page explains for all. */
export const commandHelp = (): string => program.commands.flatMap(sectionsOf).join('\n\n');

function sectionsOf(command: CommandUnknownOpts): readonly string[] {
  const own = `### ${namesOf(command).join(' ')}\n\n${bodyOf(command)}`;
  return [own, ...command.commands.flatMap(sectionsOf)];
}

/** Without that of the program. */
function namesOf(command: CommandUnknownOpts): readonly string[] {
  return command.parent ? [...namesOf(command.parent), command.name()] : [];
}

function bodyOf(command: CommandUnknownOpts): string {
  if (command.name() === 'settings')
    return 'Lists the settings and their defaults: [Settings](settings.md) has them, too.';
  return `\`\`\`text\n${helpOf(command)
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n\`\`\``;
}

function helpOf(command: CommandUnknownOpts): string {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
    getOutHelpWidth: () => COLUMNS,
    getOutHasColors: () => false,
  });
  command.configureHelp({
    // Without `help`.
    visibleCommands: ({ commands }) => [...commands],
    visibleOptions: ({ options }) =>
      options.filter(({ long }) => long == null || !COMMON.includes(long)),
  });
  command.outputHelp();
  return help;
}
