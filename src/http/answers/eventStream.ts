import { z } from 'zod';
import type { App } from '../../app/app.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { OutTime } from '../../domain/timeSchemas.js';
import { Count } from '../../queries/counts.js';
import { type Listener, RETRY } from './sendEvents.js';

type EntryFilter = Parameters<App['log']['readEntries']>[2];
type Entry = Awaited<ReturnType<App['log']['readEntries']>>['entries'][number];

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
    redacted_by: Count.optional().meta({
      description: 'Position of the event that redacted this one; `data` then is redacted.',
    }),
    hash: z.string().meta({ description: 'Hash of this event and all before it, in hex.' }),
  })
  .meta({ id: 'LogEntry' });
export type LogEntryJson = z.infer<typeof LogEntryJson>;

export function toLogEntryJson({ at, meta, redacted_by, hash, ...rest }: Entry): LogEntryJson {
  return {
    ...rest,
    at: formatTime(toSeconds(at)),
    actor: meta.actor,
    ...(meta.request_id !== undefined && { request_id: meta.request_id }),
    ...(meta.run !== undefined && { run: meta.run }),
    ...(redacted_by !== null && { redacted_by }),
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
  log: Pick<App['log'], 'readEntries' | 'reach'>,
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
