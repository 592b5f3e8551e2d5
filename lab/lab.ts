// `npm run lab`: lists the programs of the laboratory. `npm run lab -- NAME` runs one of them, with its own arguments.
import { Command } from 'commander';
import { reasonOf } from '../tools/reasonOf.js';
import { PROGRAMS } from './programs.js';

const [, , asked] = process.argv;

const lab = new Command('npm run lab --')
  .usage('NAME [its arguments]')
  .description('Measures, attacks and tries the service by hand.')
  .addHelpText('after', '\nnpm run lab -- NAME --help shows what one of them takes.')
  .configureHelp({ helpWidth: 240, subcommandTerm: (command) => command.name() })
  .helpCommand(false)
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

for (const [name, { answers, takes, needs }] of Object.entries(PROGRAMS)) {
  // Only the one that is asked for: loading all of them takes seconds.
  const program = name === asked ? await programNamed(name) : new Command();
  lab.addCommand(
    program
      .name(name)
      .summary(`${answers} (${[takes, needs].filter(Boolean).join('; ')})`.replaceAll('`', '')),
  );
}

try {
  if (asked === undefined) lab.help();
  await lab.parseAsync();
} catch (error) {
  console.error(`${asked}: ${reasonOf(error)}`);
  process.exitCode ||= 1;
}

async function programNamed(name: string): Promise<Command> {
  const file: { readonly program: Command } = await import(`./${name.replace(':', '/')}.js`);
  return file.program;
}
