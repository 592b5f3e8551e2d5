import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Vault } from '../../app/vault.js';
import type { Visibility } from '../../domain/caller.js';
import { OutTime } from '../../domain/fields.js';
import { Rejection } from '../../domain/rejection.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { Count } from '../../queries/counts.js';
import { isOfOther } from '../../queries/streamVisibility.js';
import { positionHeader } from '../request/parameters.js';
import type { Call } from '../route.js';

/** What a stream of server-sent events has to know of its reader. */
export interface Listener {
  /** Checks whether the reader is still authorized; the stream ends when it is not. */
  readonly mayRead: () => Promise<boolean>;
  /** Ends the stream: the reader has left, or the service stops. */
  readonly signal: AbortSignal;
}

/** The first message of each stream: after how many milliseconds a reader that was cut off comes again. */
export const RETRY = 'retry: 1000\n\n';

/** Of each route. Each takes a connection and counts as a request in progress for as long as it lasts. */
const MOST_STREAMS = 100;
/** The number of open streams by route, so that those of members take no place from those who look after the service. */
const streams = new WeakMap<Vault, Map<string, number>>();

function streamsOf(vault: Vault): Map<string, number> {
  const open = streams.get(vault) ?? new Map<string, number>();
  streams.set(vault, open);
  return open;
}

/** True for a request whose answer shall be a stream of server-sent events. */
export function wantsEvents({ request }: Pick<Call, 'request'>) {
  return /text\/event-stream/i.test(request.headers.accept ?? '');
}

/** The position that a reader names as its last. An event source without a last id may send an empty one. */
export function lastEventId({ request }: Pick<Call, 'request'>) {
  const isEmpty = request.headers['last-event-id'] === '';
  return isEmpty ? undefined : positionHeader(request, 'Last-Event-ID');
}

/**
 * The position after which a stream goes on: that of `Last-Event-ID`, else `after`, else the end of the log. Throws as
 * `assertInLog`.
 */
export async function startOfStream(
  call: Pick<Call, 'request' | 'vault'>,
  after?: number,
): Promise<number> {
  const { log } = call.vault;
  const start = lastEventId(call) ?? after;
  if (start === undefined) return (await log.head()).position;
  await assertInLog(log, start);
  return start;
}

/**
 * Throws `invalid_parameter` for a position beyond the end of the log, as a reader has it whose log was restored to an older
 * state: it would wait for events that it has, and miss those that come in their place.
 */
export async function assertInLog(
  log: Pick<Vault['log'], 'reach' | 'head'>,
  position: number,
): Promise<void> {
  // Looks on other nodes as well.
  if (await log.reach(position, 0)) return;
  const { position: end } = await log.head();
  throw new Rejection(
    'invalid_parameter',
    `the log ends at ${end}, before ${position}: it was restored to an older state, or is that of another vault. ` +
      'Read what you follow again, and follow it without a position',
  );
}

/**
 * Answers with an endless stream of server-sent events (WHATWG HTML, section 9.2), until the reader leaves, is logged out,
 * or the service stops. Throws `overloaded` when too many are open.
 */
export function sendEvents(
  {
    vault,
    route: { path },
    reply,
    recheck,
    whenOver,
  }: Pick<Call, 'vault' | 'route' | 'reply' | 'recheck' | 'whenOver'>,
  events: (listener: Listener) => AsyncIterable<string>,
): Readable {
  const open = streamsOf(vault);
  const count = (change: number) => open.set(path, (open.get(path) ?? 0) + change);
  if ((open.get(path) ?? 0) >= MOST_STREAMS) {
    throw new Rejection('overloaded', `${MOST_STREAMS} event streams are open: close one of them`);
  }
  count(1);
  const gone = new AbortController();
  const leave = () => gone.abort();
  vault.stopping.addEventListener('abort', leave);
  // Called also when the reader had left before, and after the head, which is all that HEAD gets.
  whenOver(() => {
    leave();
    count(-1);
    vault.stopping.removeEventListener('abort', leave);
  });
  if (vault.stopping.aborted) leave();
  // The stream ends with the reader's login, or when the admin key is rotated.
  const mayRead = () =>
    recheck().then(
      () => true,
      () => false,
    );
  reply.type('text/event-stream').header('cache-control', 'no-store');
  return Readable.from(events({ mayRead, signal: gone.signal }), { objectMode: false });
}

type EntryFilter = Parameters<Vault['log']['readEntries']>[2];
type Entry = Awaited<ReturnType<Vault['log']['readEntries']>>['entries'][number];

/** An event in the response of `/admin/events`. */
export const LogEntryJson = z
  .object({
    position: Count,
    id: z.string(),
    stream: z.string(),
    version: Count.meta({ description: 'Its number within its stream, from 1.' }),
    type: z.string(),
    schema: Count.meta({ description: 'Version of the shape of `data`.' }),
    at: OutTime,
    actor: z.string(),
    request_id: z.string().optional(),
    run: z.string().optional().meta({ description: 'The import that wrote or undid it.' }),
    data: z
      .unknown()
      .meta({ description: 'The data as it was recorded; null after it was erased.' }),
    personal: z.literal(true).optional().meta({
      description: 'It is about something personal of somebody else: `data` is withheld.',
    }),
    redacted_by: Count.optional().meta({
      description: 'Position of the event that redacted this one; `data` then is redacted.',
    }),
    hash: z.string().meta({ description: 'Hash of this event and all before it, in hex.' }),
  })
  .meta({ id: 'LogEntry' });
export type LogEntryJson = z.infer<typeof LogEntryJson>;

/** Tells a reader of events: of what is personal of somebody else that it happened, and not what it says. */
export function entriesFor(log: Pick<Vault['log'], 'readStream'>, sees: Visibility) {
  return async (entry: Entry): Promise<LogEntryJson> => {
    const shown = toLogEntryJson(entry);
    const isWithheld = entry.data !== null && (await isOfOther(log, entry.stream, sees));
    return isWithheld ? { ...shown, data: null, personal: true } : shown;
  };
}

function toLogEntryJson({ at, meta, redacted_by, hash, ...rest }: Entry): LogEntryJson {
  return {
    ...rest,
    at: formatTime(toSeconds(at)),
    actor: meta.actor,
    request_id: meta.request_id,
    run: meta.run,
    redacted_by: redacted_by ?? undefined,
    hash: hash.toString('hex'),
  };
}

/** The start and the filters of a stream of events. */
interface EventStreamRequest extends Listener {
  /** Position of the last event that the reader knows. */
  readonly after: number;
  readonly only: EntryFilter;
  /** What the reader is told of an event, as JSON; undefined when it is told nothing. */
  readonly tell: (entry: Entry) => unknown;
}

const PAGE = 100;
const HEARTBEAT_MS = 15_000;

/**
 * The log as an endless stream of server-sent events (WHATWG HTML, section 9.2): first the existing events, then new ones
 * as they are recorded. The id of each is its position; the first message has that of the start, for a reader that is cut off
 * before any event. The generator reads the next page only on demand, so a slow reader costs the memory of one page.
 */
export async function* eventStream(
  log: Pick<Vault['log'], 'readEntries' | 'reach'>,
  { after, only, tell, mayRead, signal }: EventStreamRequest,
  heartbeatMs = HEARTBEAT_MS,
): AsyncGenerator<string> {
  let position = after;
  let told = performance.now();
  yield `id: ${position}\n${RETRY}`;
  while (!signal.aborted) {
    const { entries, upTo } = await log.readEntries(position, PAGE, only);
    if (!(await mayRead())) return;
    for (const entry of entries) {
      const data = await tell(entry);
      if (data === undefined) continue;
      yield `id: ${entry.position}\ndata: ${JSON.stringify(data)}\n\n`;
      told = performance.now();
    }
    position = upTo;
    // By the clock, whether the log grew or not: what a reader is not told of must not show in when it hears something.
    const quiet = () => performance.now() - told;
    if (entries.length < PAGE && quiet() < heartbeatMs) {
      await log.reach(position + 1, heartbeatMs - quiet(), signal);
    }
    if (signal.aborted || quiet() < heartbeatMs) continue;
    // The id moves the cursor of a reader that waits for rare events.
    yield `: still here\nid: ${position}\n\n`;
    told = performance.now();
  }
}
