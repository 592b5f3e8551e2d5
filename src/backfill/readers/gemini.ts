import { statSync } from 'node:fs';
import { membersOf } from '../../domain/json.js';
import type { PeerCells } from '../../import/peerRows.js';
import { ndjsonRows, onDisk, readJson } from '../../import/sourceFile.js';
import { firstTime } from '../extract/nearlySame.js';
import { type Said, UNREAD } from '../transcript.js';
import { callOf, listIn, promptIn, textIn, textsIn, timeIn } from './parts.js';

/** A transcript in one piece of JSON is parsed at once. No conversation that was led by a person is longer. */
const LARGEST_JSON = 64 * 1024 * 1024;

/**
 * What a transcript of Gemini CLI says, in `~/.gemini/tmp/PROJECT/chats/`: a file with an object on each line, in older versions
 * one object. `folder` is the one that the agent worked in, which the transcript itself does not say.
 */
export async function* geminiSaid(file: string, folder: string | undefined): AsyncGenerator<Said> {
  yield { kind: 'about', folder };
  const once = eachOnce();
  if (file.endsWith('.json')) {
    if (statSync(file).size > LARGEST_JSON) yield UNREAD;
    else yield* once(membersOf(readJson(file, 'a transcript of Gemini CLI')));
    return;
  }
  for await (const row of ndjsonRows(onDisk(file))) {
    if ('skipped' in row) yield UNREAD;
    else yield* once(row.cells);
  }
}

/**
 * Reads one object after the other. A message stands there again with each call of a tool that it makes, and all of them do where a
 * conversation goes on: of each, everything is said once.
 */
function eachOnce(): (line: PeerCells) => Iterable<Said> {
  const isNew = firstTime();

  function* read(line: PeerCells): Generator<Said> {
    const { sessionId, kind, messages, $set } = line;
    if (typeof sessionId === 'string')
      yield { kind: 'about', session: sessionId, ...(kind === 'subagent' && { isPart: true }) };
    if ($set !== undefined) yield* read(membersOf($set));
    for (const message of listIn(messages)) yield* messageIn(membersOf(message));
    yield* messageIn(line);
  }

  function* messageIn({ id, type, content, toolCalls, timestamp }: PeerCells): Generator<Said> {
    const place = textIn(id);
    if (place === undefined || (type !== 'user' && type !== 'gemini')) return;
    const at = timeIn(timestamp);
    const kind = type === 'user' ? 'user' : 'assistant';
    const text = kind === 'user' ? promptIn(textsIn(content)) : textsIn(content);
    if (text.trim() !== '' && isNew(place)) yield { kind, text, at, place };
    for (const one of listIn(toolCalls)) {
      const { id: callId, name, args, status, result } = membersOf(one);
      const call = textIn(callId);
      if (call === undefined || !isNew(call)) continue;
      const made = callOf(textIn(name) ?? '', membersOf(args), { call, at, place: call });
      if (made === undefined) continue;
      yield made;
      yield { kind: 'result', call, ...outputOf(status, result) };
    }
  }

  return read;
}

/** Of a command that has failed, only what it printed says so. */
const FAILED = /^Exit Code: (?!0$)/m;
const FRAME = /<\/?untrusted_context>\n?|^(?:Exit Code|Process Group PGID): .*\n?|^Output: /gm;

function outputOf(status: unknown, result: unknown) {
  const said = listIn(result)
    .map((part) => membersOf(membersOf(membersOf(part).functionResponse).response))
    .map(({ output, error }) => textIn(output) ?? textIn(error) ?? '')
    .join('\n');
  const failed = status === 'cancelled' ? undefined : status === 'error' || FAILED.test(said);
  return { failed, output: said.replace(FRAME, '') };
}
