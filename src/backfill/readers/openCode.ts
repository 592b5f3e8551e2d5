import { membersOf, tryParse } from '../../domain/json.js';
import type { PeerCells } from '../../import/peerRows.js';
import { type Said, UNREAD } from '../transcript.js';
import { callOf, promptIn, textIn, timeIn } from './parts.js';

/** A piece of a conversation of OpenCode, with the message that it is in: both in JSON as OpenCode keeps them. */
export interface OpenCodePart {
  readonly id: string;
  readonly message: string | null;
  /** Null for one that is too long to be read. */
  readonly part: string | null;
}

/** What OpenCode says of a conversation, whether it keeps it in a database or in files. */
export interface OpenCodeSession {
  readonly id: string;
  readonly directory: string | undefined;
  /** The conversation of which this one is a part. */
  readonly parent: string | undefined;
}

/** What a conversation of OpenCode says, by its parts in their order. */
export function* openCodeSaid(
  { id, directory, parent }: OpenCodeSession,
  parts: Iterable<OpenCodePart>,
): Generator<Said> {
  yield {
    kind: 'about',
    session: id,
    folder: directory,
    ...(parent !== undefined && { isPart: true }),
  };
  for (const { id: place, message, part } of parts) {
    const of = tryParse(message ?? '');
    const said = tryParse(part ?? '');
    if (of === undefined || said === undefined) yield UNREAD;
    else yield* partIn(membersOf(said), membersOf(of), place);
  }
}

function* partIn(part: PeerCells, message: PeerCells, place: string): Generator<Said> {
  const { created } = membersOf(message.time);
  if (part.type === 'text') {
    const said = textIn(part.text) ?? '';
    const at = timeIn(membersOf(part.time).start) || timeIn(created);
    const kind = message.role === 'user' ? 'user' : 'assistant';
    // What OpenCode itself adds to a prompt, such as the text of a file.
    const isOwn = part.synthetic === true || part.ignored === true;
    const text = kind === 'user' ? promptIn(said) : said;
    if (text.trim() !== '' && !isOwn) yield { kind, text, at, place };
    return;
  }
  if (part.type !== 'tool') return;
  const { status, input, output, error, metadata, time } = membersOf(part.state);
  const at = timeIn(membersOf(time).start) || timeIn(created);
  const made = callOf(textIn(part.tool) ?? '', membersOf(input), { call: place, at, place });
  if (made === undefined) return;
  yield made;
  // One that still runs, or whose program was ended, has no result.
  if (status !== 'completed' && status !== 'error') return;
  const { exit } = membersOf(metadata);
  const failed = status === 'error' ? failedBy(error) : typeof exit === 'number' && exit !== 0;
  yield { kind: 'result', call: place, failed, output: textIn(output) ?? textIn(error) ?? '' };
}

const NOT_ALLOWED = /reject|not allowed|abort/i;

const failedBy = (error: unknown) => (NOT_ALLOWED.test(textIn(error) ?? '') ? undefined : true);
