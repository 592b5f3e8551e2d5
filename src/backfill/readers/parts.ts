import { membersOf } from '../../domain/json.js';
import { toStorable } from '../../domain/unicode.js';
import { commandOf, editsOf } from '../../hook/toolCall.js';
import { peerTime } from '../../import/peerRows.js';
import { withoutColours } from '../../moments/errorSignature.js';
import type { Call } from '../transcript.js';

/*
 * What the transcripts of all agents have in common. Whatever is of another shape than expected counts as not there: they are
 * written by programs of others, in many versions.
 */

/** A text as a vault can keep it, without the colours of a program. */
const storable = (text: string): string => toStorable(withoutColours(text));

/** A text; undefined for anything else, and for an empty one. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? storable(value) : undefined;

/** The list that a value is; empty for anything else. */
export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Milliseconds since 1970; 0 where there is no time. */
export const timeIn = (value: unknown): number => peerTime(value) ?? 0;

/** The text of a message: as it is, or the texts of its parts. */
export function textsIn(content: unknown): string {
  if (typeof content === 'string') return storable(content);
  const texts = listIn(content)
    .map((part) => membersOf(part).text)
    .filter((text) => typeof text === 'string');
  return storable(texts.join('\n'));
}

/** How texts begin that a program has put in the place of a person: the rules of a project, what was summed up or stopped. */
const OF_PROGRAMS =
  /^\s*(?:<\/?[a-z][\w-]*[\s>]|# AGENTS\.md instructions|Caveat: The messages below|\[Request interrupted|This session is being continued from a previous)/i;
/** Begins a block that a program has put before the words of a person, such as what a hook tells the model. */
const BLOCK = /^\s*<([a-z][\w-]*)>/i;

/** What a person wrote of a message of the user; empty where a program wrote it. */
export function promptIn(message: string): string {
  let text = message;
  for (let block = BLOCK.exec(text); block !== null; block = BLOCK.exec(text)) {
    const end = `</${block[1]}>`;
    const at = text.indexOf(end);
    if (at < 0) return '';
    text = text.slice(at + end.length);
  }
  return OF_PROGRAMS.test(text) ? '' : text.trim();
}

/** Tools that change files, by their names. `TodoWrite` names no file. */
const CHANGES = /edit|write|patch|replace/i;
const PATCH = '*** Begin Patch';
/** What stands before a command that an agent gives to a shell as one of its words. */
const SHELL = /^\S*\b(?:bash|zsh|sh) -l?c /;
/** A longer command is a script: no note is about how it went. */
const LONGEST_COMMAND = 16_384;

/** The call of a tool, with its input as the agent wrote it. Undefined where it neither runs a command nor changes a file. */
export function callOf(
  tool: string,
  input: Readonly<Record<string, unknown>>,
  of: Pick<Call, 'call' | 'at' | 'place'>,
): Call | undefined {
  const given = commandOf(input);
  const isPatch = given?.includes(PATCH) ?? false;
  const isChange = isPatch || CHANGES.test(tool);
  const edits = isChange ? editsOf({ input, output: '', isDone: true }) : [];
  const files = [...new Set(edits.map(({ path }) => storable(path)))];
  const isCommand = given !== undefined && !isChange && given.length <= LONGEST_COMMAND;
  const command = isCommand ? storable(given).replace(SHELL, '') : undefined;
  if (command === undefined && files.length === 0) return undefined;
  return { kind: 'call', ...of, command, files };
}
