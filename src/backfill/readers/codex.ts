import { membersOf, tryParse } from '../../domain/json.js';
import type { PeerCells } from '../../import/peerRows.js';
import { ndjsonRows, onDisk } from '../../import/sourceFile.js';
import { type About, type Said, UNREAD } from '../transcript.js';
import { callOf, promptIn, textIn, textsIn, timeIn } from './parts.js';

/**
 * What a transcript of Codex says: a file with an object on each line, in `$CODEX_HOME/sessions/YYYY/MM/DD/rollout-….jsonl`.
 * Older versions write what stands in `payload` as the line itself, without a time.
 */
export async function* codexSaid(file: string): AsyncGenerator<Said> {
  // Behind its own description, a conversation that was forked has that of the other one, with all that was said there.
  let isDescribed = false;
  let at = 0;
  for await (const row of ndjsonRows(onDisk(file))) {
    if ('skipped' in row) {
      yield UNREAD;
      continue;
    }
    const { cells } = row;
    const isWrapped = typeof cells.payload === 'object' && cells.payload !== null;
    const item = isWrapped ? membersOf(cells.payload) : cells;
    at = timeIn(cells.timestamp) || at;
    const isDescription = isWrapped
      ? cells.type === 'session_meta'
      : cells.type === undefined && textIn(cells.id) !== undefined;
    if (isDescription && !isDescribed) yield descriptionIn(item);
    isDescribed ||= isDescription;
    if (cells.type === 'turn_context') yield { kind: 'about', folder: textIn(item.cwd) };
    if (!isWrapped || cells.type === 'response_item') yield* saidIn(item, at, row.row);
  }
}

function descriptionIn({ id, cwd, git, source, thread_source }: PeerCells): About {
  const { branch, commit_hash } = membersOf(git);
  const isPart = thread_source === 'subagent' || membersOf(source).subagent !== undefined;
  return {
    kind: 'about',
    session: textIn(id),
    folder: textIn(cwd),
    branch: textIn(branch),
    commit: textIn(commit_hash),
    ...(isPart && { isPart }),
  };
}

/** The folder, where only the first message to the model says it. */
const FOLDER = /<cwd>([^<\n]+)<\/cwd>|^Current working directory: (.+)$/m;

function* saidIn(item: PeerCells, at: number, place: string): Generator<Said> {
  const call = textIn(item.call_id) ?? textIn(item.id) ?? place;
  switch (item.type) {
    case 'message': {
      const text = textsIn(item.content);
      const [, tagged, told] =
        item.role === 'user' ? (FOLDER.exec(text.slice(0, 4_096)) ?? []) : [];
      const isContext = /^\s*<environment_context>/.test(text);
      if (isContext) yield { kind: 'about', folder: tagged ?? told };
      const prompt = item.role === 'user' ? promptIn(text) : '';
      if (prompt !== '') yield { kind: 'user', text: prompt, at, place };
      if (item.role === 'assistant' && text.trim() !== '')
        yield { kind: 'assistant', text, at, place };
      return;
    }
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call': {
      const made = callOf(textIn(item.name) ?? 'shell', inputOf(item), { call, at, place });
      if (made !== undefined) yield made;
      return;
    }
    case 'function_call_output':
    case 'custom_tool_call_output':
      yield { kind: 'result', call, ...outputOf(item.output) };
  }
}

/** The input of a call: an object in JSON, an action, or a text, which is a patch. */
function inputOf({ arguments: given, action, input }: PeerCells): PeerCells {
  if (typeof given === 'string') return membersOf(tryParse(given));
  return typeof input === 'string' ? { input } : membersOf(action ?? given);
}

const EXIT_CODE = /^(?:Process exited with code|Exit code:) (-?\d+)$/m;
/** Behind this line stands what the program has printed. */
const PRINTED = '\nOutput:\n';
/** So much of an output is read for what stands before that. */
const HEAD = 400;

function outputOf(value: unknown): {
  readonly failed: boolean | undefined;
  readonly output: string;
} {
  const said = textsIn(membersOf(value).content ?? value);
  const read = said.startsWith('{') ? membersOf(tryParse(said)) : {};
  const code = membersOf(read.metadata).exit_code ?? EXIT_CODE.exec(said.slice(0, HEAD))?.[1];
  const { success } = membersOf(value);
  const failed = code === undefined ? success === false : Number(code) !== 0;
  const isKnown = code !== undefined || typeof success === 'boolean';
  const frame = said.slice(0, HEAD).indexOf(PRINTED);
  const printed = frame < 0 ? said : said.slice(frame + PRINTED.length);
  return { failed: isKnown ? failed : undefined, output: textIn(read.output) ?? printed };
}
