import type { Moment } from '../domain/told.js';
import { printedLines, type Signature, signaturesIn } from './errorSignature.js';
import { codeCommands, codesIn } from './namedCommands.js';
import { commandsIn, isTelling, onlyLooks, type ShellCommand } from './shellCommands.js';

/** When an agent may be given notes by what it does. */
export type ActionMoment = Exclude<Moment, 'start' | 'search'>;

/** What an agent is about to do, has failed at, or is asked for: as far as notes can be about it. */
export interface Action {
  readonly moment: ActionMoment;
  readonly edits: readonly Edit[];
  readonly commands: readonly ShellCommand[];
  /** What went wrong, by the words of its lines. */
  readonly errors: ReadonlyMap<string, Signature>;
}

/** An edit of a file. */
export interface Edit {
  /** From the root of the checkout, with `/`. */
  readonly path: string;
  /** The text that stands there: that is replaced, or was written. Undefined for a whole file, and where it is not known. */
  readonly text?: string;
  /** What it becomes, or was. */
  readonly other?: string;
  /** True for an edit that has been made: it may be all that has changed since a note was saved. */
  readonly isDone?: boolean;
}

/** Commands of one action. */
const MOST_COMMANDS = 6;

const NOTHING = { edits: [], commands: [], errors: new Map<string, Signature>() };

export const editing = (edits: readonly Edit[]): Action => ({
  ...NOTHING,
  moment: 'before_edit',
  edits,
});

/** A line of a shell, or a script. */
export const running = (line: string): Action => ({
  ...NOTHING,
  moment: 'before_command',
  commands: commandsIn(line).filter(isTelling).slice(0, MOST_COMMANDS),
});

/**
 * What a command has printed; and what it was, where nothing was asked before it. Of one that only looks at things, errors in what it
 * prints are not its own.
 */
export function failing(line: string, output: string, wasAsked: boolean): Action {
  const errors = onlyLooks(line) ? NOTHING.errors : signaturesIn(output);
  const commands = wasAsked ? [] : running(line).commands;
  return {
    ...NOTHING,
    commands,
    errors,
    moment: errors.size > 0 ? 'after_failure' : 'before_command',
  };
}

/** Of a prompt, the commands and errors that it quotes. Of a file that it names, the notes come with the edit. */
export const prompted = (prompt: string): Action => ({
  ...NOTHING,
  moment: 'prompt',
  commands: codeCommands(prompt).slice(0, MOST_COMMANDS),
  errors: signaturesIn([...printedLines(prompt), ...codesIn(prompt)].join('\n')),
});

/** Whether no note can be about it. */
export const saysNothing = ({ edits, commands, errors }: Action) =>
  edits.length === 0 && commands.length === 0 && errors.size === 0;

/** What it is about, for a reader who does several things at once: `src/a.ts`, `npm run build`. */
export function aboutOf({ edits, commands, errors }: Action): string {
  const all = [
    ...edits.map(({ path }) => path),
    ...commands.map(({ words }) => words.join(' ')),
    ...[...errors.keys()].reverse(),
  ];
  return [...new Set(all)].slice(0, 2).join(', ');
}
