import { membersOf } from '../../domain/json.js';
import type { PeerCells } from '../../import/peerRows.js';
import { ndjsonRows, onDisk } from '../../import/sourceFile.js';
import { type Said, UNREAD } from '../transcript.js';
import { callOf, listIn, promptIn, textIn, textsIn, timeIn } from './parts.js';

/** What a transcript of Claude Code says: a file with an object on each line, in `~/.claude/projects/FOLDER/SESSION.jsonl`. */
export async function* claudeCodeSaid(file: string): AsyncGenerator<Said> {
  for await (const row of ndjsonRows(onDisk(file))) {
    if ('skipped' in row) yield UNREAD;
    else yield* saidIn(row.cells, row.row);
  }
}

/** What a line says. Most lines are about the program itself, such as what it has asked its model, and say nothing here. */
function* saidIn(line: PeerCells, row: string): Generator<Said> {
  const { type, isSidechain, isMeta, message } = line;
  // Its own agents write elsewhere, and in older versions into the same file.
  if ((type !== 'user' && type !== 'assistant') || isSidechain === true || isMeta === true) return;
  const { content } = membersOf(message);
  const at = timeIn(line.timestamp);
  const place = textIn(line.uuid) ?? row;
  if (at === 0 || (typeof content !== 'string' && !Array.isArray(content))) {
    yield UNREAD;
    return;
  }
  yield {
    kind: 'about',
    session: textIn(line.sessionId),
    folder: textIn(line.cwd),
    branch: textIn(line.gitBranch),
  };
  const text = textsIn(content);
  if (type === 'user') {
    yield* resultsIn(content);
    const prompt = isPrompt(line) ? promptIn(text) : '';
    if (prompt !== '') yield { kind: 'user', text: prompt, at, place };
    return;
  }
  // What it says itself in the place of its model, such as that the model was not reached.
  const isOwn = line.isApiErrorMessage === true || membersOf(message).model === '<synthetic>';
  if (text.trim() !== '' && !isOwn) yield { kind: 'assistant', text, at, place };
  for (const part of listIn(content)) {
    const { type: of, id, name, input } = membersOf(part);
    const call = textIn(id);
    if (of !== 'tool_use' || call === undefined) continue;
    const made = callOf(textIn(name) ?? '', membersOf(input), {
      call,
      at,
      // One message may make several calls.
      place: `${place} ${call}`,
    });
    if (made !== undefined) yield made;
  }
}

/** Not a summary of what came before, and nothing that a task or another program has sent. */
function isPrompt({ isCompactSummary, isVisibleInTranscriptOnly, origin }: PeerCells): boolean {
  const { kind = 'human' } = membersOf(origin);
  return isCompactSummary !== true && isVisibleInTranscriptOnly !== true && kind === 'human';
}

/** Begins the result of a call that somebody did not allow. */
const NOT_ALLOWED = /^(?:The user doesn't want|Permission to use|Claude requested permissions)/;

function* resultsIn(content: unknown): Generator<Said> {
  for (const part of listIn(content)) {
    const { type, tool_use_id, is_error, content: answer } = membersOf(part);
    const call = textIn(tool_use_id);
    if (type !== 'tool_result' || call === undefined) continue;
    const output = textsIn(answer);
    const failed = NOT_ALLOWED.test(output) ? undefined : is_error === true;
    yield { kind: 'result', call, failed, output };
  }
}
