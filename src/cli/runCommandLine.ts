import { bindingFor } from '../sqlite/bindingFor.js';
import { COMMAND_NAMES, defineCommands } from './allCommands.js';
import { exitCodeOf, printFailure } from './printFailure.js';
import { endAtClosedPipe } from './terminal/endAtClosedPipe.js';
import { misused } from './terminal/failed.js';
import { newProgram, refuseCommand } from './terminal/newProgram.js';

/**
 * Does what a command line asks for, of which these are the words behind the name of the program. Why it did not is said on
 * standard error, and in the exit code of this process.
 */
export async function runCommandLine(words: readonly string[], usersUmask: number): Promise<void> {
  /** `serve` without one. */
  const [first = 'serve', second] = words;
  // A service goes on without its output, and `mcp` ends when its input does.
  if (!['serve', 'mcp'].includes(first)) endAtClosedPipe();
  try {
    // An older Node fails at the first module that it cannot load, with a riddle.
    bindingFor(process.versions.node);
    if (first === 'complete') {
      const { completeWords } = await import('./terminal/completeWords.js');
      return await completeWords(words.slice(2));
    }
    // `help search` is about `search`.
    const named = first === 'help' ? second : first;
    const isNamed = named !== undefined && COMMAND_NAMES.includes(named);
    // Otherwise it would be an argument of `serve`, and the message would speak of that.
    if (named !== undefined && !isNamed && !named.startsWith('-'))
      refuseCommand(named, COMMAND_NAMES);
    // Node has put this sign in the place of each byte that is none of UTF-8.
    if (words.some((word) => word.includes('\ufffd')))
      throw misused(
        'an argument is no text in UTF-8: set the terminal to UTF-8, or give the text in a file',
      );
    const program = newProgram(isNamed ? named : undefined);
    // Any other argument, such as `--help`, needs all; the version needs none.
    const needed = isNamed ? [named] : ['-V', '--version'].includes(first) ? [] : COMMAND_NAMES;
    await defineCommands(program, needed, usersUmask);
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    printFailure(error);
    process.exitCode = exitCodeOf(error, first);
  }
}
