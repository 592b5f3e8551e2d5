#!/usr/bin/env node
import { COMMAND_NAMES, defineCommands } from './cli/allCommands.js';
import { exitCodeOf, printFailure } from './cli/printFailure.js';
import { newProgram, refuseCommand } from './cli/terminal/newProgram.js';
import { bindingFor } from './sqlite/bindingFor.js';

// New files are readable by their owner alone: 0600, and 0700 for directories.
const usersUmask = process.umask(0o077);

/** `serve` without one. */
const [first = 'serve'] = process.argv.slice(2);

try {
  // An older Node fails at the first module that it cannot load, with a riddle.
  bindingFor(process.versions.node);
  if (first === 'complete') {
    const { completeWords } = await import('./cli/terminal/completeWords.js');
    await completeWords(process.argv.slice(4));
    // A vault that does not answer in time must not hold the shell.
    process.exit();
  }
  const isHelp = first === 'help';
  // `help search` is about `search`.
  const named = isHelp ? process.argv[3] : first;
  const isNamed = named !== undefined && COMMAND_NAMES.includes(named);
  // Otherwise it would be an argument of `serve`, and the message would speak of that.
  if (named !== undefined && !isNamed && !named.startsWith('-'))
    refuseCommand(named, COMMAND_NAMES);
  const program = newProgram(isNamed ? named : undefined);
  // Any other argument, such as `--help`, needs all; the version needs none.
  const needed = isNamed ? [named] : ['-V', '--version'].includes(first) ? [] : COMMAND_NAMES;
  await defineCommands(program, needed, usersUmask);
  await program.parseAsync();
} catch (error) {
  printFailure(error);
  process.exitCode = exitCodeOf(error, first);
}
