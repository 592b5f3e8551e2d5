import { resolve } from 'node:path';
import { realPathBelow } from '../checkout/anchorFile.js';
import { pathBelow } from '../checkout/checkoutFile.js';
import { membersOf, tryParse } from '../domain/json.js';
import { type Action, type Edit, editing, failing, running } from '../moments/action.js';

/** When a hook is told of such a call. */
export type ToolEvent = 'before-edit' | 'before-command' | 'after-failure';

/** What an agent says of a call of one of its own tools. */
export interface ToolCall {
  readonly input: Readonly<Record<string, unknown>>;
  /** What the tool printed, and why it failed. */
  readonly output: string;
  /** Whether the hook is told of it only now that it has been made: not every agent takes a context before. */
  readonly isDone: boolean;
}

/** The call that an agent tells its hook of. Undefined where it tells of none. */
export function readToolCall(fields: Readonly<Record<string, unknown>>): ToolCall | undefined {
  const { tool_input: input, error, error_message, tool_response, tool_output } = fields;
  // An edit that Gemini CLI could not make brings no context.
  const isInVain = membersOf(tool_response).error !== undefined;
  if (input === undefined || isInVain) return undefined;
  const said = [error, error_message, tool_response ?? tool_output].flatMap(textsOf).join('\n');
  return {
    input: membersOf(typeof input === 'string' ? tryParse(input) : input),
    output: said,
    isDone: (tool_response ?? tool_output) !== undefined,
  };
}

/** A text, or those of an answer that has what the program wrote to each of its outputs. */
function textsOf(answer: unknown): readonly string[] {
  if (typeof answer === 'string') return [answer];
  const { stdout, stderr, output, error, llmContent } = membersOf(answer);
  // Gemini CLI says no exit code of a command that has succeeded.
  const ofGemini = typeof llmContent === 'string' && /^Exit Code: /m.test(llmContent);
  return [stdout, stderr, output, error, ofGemini ? llmContent : undefined].filter(
    (text) => typeof text === 'string',
  );
}

/** Where an agent works. */
interface Place {
  /** The root of the files of its project, where it is known. */
  readonly root: string | undefined;
  /** The folder from which it names files. */
  readonly cwd: string | undefined;
}

/** What an agent is about to do by a call of its tool. Undefined for what is no action of this event, or in no file of the project. */
export function actionOf(event: ToolEvent, call: ToolCall, place: Place): Action | undefined {
  const { input, output } = call;
  switch (event) {
    case 'before-edit':
      return edited(editsOf(call), place);
    case 'before-command':
      return running(commandOf(input) ?? '');
    case 'after-failure':
      return failing(commandOf(input) ?? '', output, !call.isDone);
  }
}

function edited(edits: readonly Edit[], { root, cwd }: Place): Action | undefined {
  if (root === undefined) return undefined;
  const here = edits.flatMap((edit) => {
    const file = resolve(cwd ?? root, edit.path);
    const path = pathBelow(root, file) ?? realPathBelow(root, file);
    return path ? [{ ...edit, path }] : [];
  });
  return editing(here);
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** The command that a tool runs: a text, or for some tools a list of words. */
export function commandOf({ command, cmd }: ToolCall['input']): string | undefined {
  const given: unknown = command ?? cmd;
  const words: readonly unknown[] = Array.isArray(given) ? given : [given];
  return words.filter((word) => typeof word === 'string').join(' ') || undefined;
}

const PATCH = '*** Begin Patch';
/** Edits of one call that are looked at. */
const MOST_EDITS = 20;

/** The edits of a call: of a file that is written whole, of one place or of several in it, or of a patch. */
export function editsOf({ input, isDone }: ToolCall): readonly Edit[] {
  const patch = commandOf(input) ?? textOf(input.input) ?? textOf(input.patchText);
  if (patch?.includes(PATCH)) return editsOfPatch(patch);
  const path =
    textOf(input.file_path) ??
    textOf(input.filePath) ??
    textOf(input.notebook_path) ??
    textOf(input.path);
  if (path === undefined) return [];
  const several: readonly unknown[] = Array.isArray(input.edits) ? input.edits : [];
  const places = several.length > 0 ? several.slice(0, MOST_EDITS).map(membersOf) : [input];
  return places.map((place) => {
    const old = textOf(place.old_string) ?? textOf(place.oldString);
    const next = textOf(place.new_string) ?? textOf(place.newString) ?? textOf(place.content);
    const [text, other] = isDone ? [next, old] : [old, next];
    return editAt(path, text, other, isDone);
  });
}

function editAt(path: string, text?: string, other?: string, isDone = false): Edit {
  return {
    path,
    ...(text !== undefined && { text }),
    ...(other !== undefined && { other }),
    ...(isDone && { isDone }),
  };
}

/**
 * The edits of a patch as Codex and OpenCode write them: `*** Update File: PATH`, then hunks that begin with `@@`, whose lines
 * begin with a blank, `-` or `+`.
 */
function editsOfPatch(patch: string): readonly Edit[] {
  const edits: Edit[] = [];
  for (const part of patch.split(/^\*\*\* (?=(?:Add|Update|Delete) File: )/m).slice(1)) {
    const [, kind, path = ''] = /^(\w+) File: (.+)/.exec(part) ?? [];
    const [, ...hunks] = kind === 'Update' ? part.split(/^@@.*$/m) : [];
    if (hunks.length === 0) edits.push({ path });
    for (const hunk of hunks) edits.push(editAt(path, linesOf(hunk, '-'), linesOf(hunk, '+')));
    if (edits.length >= MOST_EDITS) break;
  }
  return edits.slice(0, MOST_EDITS);
}

/** The lines of a hunk without those that are added, or without those that are removed. An empty line is one of the context. */
function linesOf(hunk: string, sign: '-' | '+'): string {
  const lines = hunk.replace(/^\n|\n$|\n\*\*\* [\s\S]*$/g, '').split('\n');
  return lines
    .filter((line) => line === '' || line.startsWith(sign) || line.startsWith(' '))
    .map((line) => line.slice(1))
    .join('\n');
}
