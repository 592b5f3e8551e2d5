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
  const program = newProgram();
  const isNamed = COMMAND_NAMES.includes(first);
  // Otherwise it would be an argument of `serve`, and the message would speak of that.
  if (!isNamed && first !== 'help' && !first.startsWith('-')) refuseCommand(first, COMMAND_NAMES);
  // Any other argument, such as `--help`, needs all.
  await defineCommands(program, isNamed ? [first] : COMMAND_NAMES, usersUmask);
  await program.parseAsync();
} catch (error) {
  printFailure(error);
  process.exitCode = exitCodeOf(error, first);
}
