import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bindingFor } from '../sqlite/bindingFor.js';
import { COMMAND_NAMES, defineCommands } from './allCommands.js';
import { EXIT, endAtClosedPipe, exitCodeOf, misused, printFailure } from './terminal/exit.js';
import { newProgram, refuseCommand } from './terminal/program.js';

const FOR_NODE_20 = new URL(
  '../../sqlite-for-node20/node_modules/better-sqlite3/',
  import.meta.url,
);

/** Only Node 20 needs it, so npm has no script to run for it under any other. It says by itself what it compiles, and what is wrong. */
function hasSqlite(first: string): boolean {
  // They do not wait for a compiler.
  const isQuick = ['complete', '-V', '--version'].includes(first);
  if (isQuick || bindingFor(process.versions.node) !== 12 || existsSync(FOR_NODE_20)) return true;
  const script = fileURLToPath(new URL('../../scripts/installSqlite.mjs', import.meta.url));
  return spawnSync(process.execPath, [script], { stdio: ['ignore', 2, 2] }).status === 0;
}

/**
 * Does what a command line asks for, of which these are the words behind the name of the program. Why it did not is said on
 * standard error, and in the exit code of this process.
 */
export async function runCommandLine(words: readonly string[], usersUmask: number): Promise<void> {
  /** `serve` without one. */
  const [first = 'serve', second] = words;
  // A service goes on without its output, and `mcp` ends when its input does.
  if (!['serve', 'mcp'].includes(first)) endAtClosedPipe(exitCodeOf(undefined, first));
  try {
    // An older Node fails at the first module that it cannot load, with a riddle.
    if (!hasSqlite(first)) {
      process.exitCode = EXIT.failed;
      return;
    }
    if (first === 'complete') {
      const { completeWords } = await import('./completionCommand.js');
      return await completeWords(words.slice(2));
    }
    // `help search` is about `search`.
    const named = first === 'help' ? second : first;
    const isNamed = named !== undefined && COMMAND_NAMES.includes(named);
    // Otherwise it would be an argument of `serve`, and the message would speak of that.
    if (named !== undefined && !isNamed && !named.startsWith('-'))
      refuseCommand(named, COMMAND_NAMES);
    if (words.length === 0 && process.stdin.isTTY && process.stdout.isTTY) {
      const { sayState } = await import('./sayState.js');
      return await sayState();
    }
    // Node has put this sign in the place of each byte that is none of UTF-8.
    if (words.some((word) => word.includes('\ufffd')))
      throw misused(
        'an argument is not UTF-8 text: set the terminal to UTF-8, or give the text in a file',
      );
    const program = newProgram(isNamed ? named : undefined);
    // Any other argument, such as `--help`, needs all; the version needs none.
    const needed = isNamed ? [named] : ['-V', '--version'].includes(first) ? [] : COMMAND_NAMES;
    await defineCommands(program, needed, usersUmask);
    // Commander shows the help of a group, whichever of its commands is named.
    const asked = first === 'help' ? [...words.slice(1), '--help'] : words;
    await program.parseAsync(asked, { from: 'user' });
  } catch (error) {
    printFailure(error);
    process.exitCode = exitCodeOf(error, first);
  }
}
