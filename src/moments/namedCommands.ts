import {
  commandsIn,
  isSameCommand,
  isTelling,
  type ShellCommand,
  tellingPart,
} from './shellCommands.js';

/** So much of a text is looked through for code, in UTF-16 units. */
const READ = 65_536;
/** Commands that one text names. */
const MOST = 50;

/** The commands that a text names as code. */
export function codeCommands(text: string): readonly ShellCommand[] {
  return codesIn(text).flatMap(commandsIn).filter(isTelling).slice(0, MOST);
}

/** What stands in a text as code: between backticks, in fences, and behind the sign of a prompt. */
export function codesIn(text: string): readonly string[] {
  const codes: string[] = [];
  let fence: string[] | undefined;
  for (const line of text.slice(0, READ).split('\n')) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence && fence === undefined) fence = [];
    else if (isFence) {
      codes.push((fence ?? []).join('\n'));
      fence = undefined;
    } else if (fence !== undefined) fence.push(line);
    else codes.push(...codesOf(line));
  }
  return fence === undefined ? codes : [...codes, fence.join('\n')];
}

function codesOf(line: string): readonly string[] {
  const [, prompted] = /^[ \t]*[$>] (.+)$/.exec(line) ?? [];
  if (prompted !== undefined) return [prompted];
  // Every second piece stands between two backticks; behind the last one alone stands no code.
  const pieces = line.split('`');
  return pieces.filter((piece, i) => i % 2 === 1 && i < pieces.length - 1 && piece !== '');
}

/** So much of a text behind the words of a command is read for its flags. */
const READ_BEHIND = 120;
/** Places in one text where a command may be named. */
const MOST_PLACES = 20;

/** Whether a text names a command outside of code, too. */
export function namesCommand(text: string, done: ShellCommand): boolean {
  const words = tellingPart(done).join(' ');
  let at = text.indexOf(words);
  for (let place = 0; at >= 0 && place < MOST_PLACES; place += 1) {
    const [named] = commandsIn(
      text.slice(at, at + READ_BEHIND).replace(/[`"',)\n].*|[.:](?:\s.*|$)/s, ''),
    );
    if (!/\w/.test(text.charAt(at - 1)) && named && isSameCommand(done, named)) return true;
    at = text.indexOf(words, at + words.length);
  }
  return false;
}
