import type { App } from '../../app/app.js';
import { toLogEntryJson } from './toLogEntryJson.js';

/** The start and the filters of a stream of events. */
export interface EventStreamRequest {
  /** Position of the last event that the reader knows. */
  readonly after: number;
  readonly only: { readonly stream?: string | undefined; readonly type?: string | undefined };
  /** Checks whether the reader is still authorized; the stream ends when it is not. */
  readonly mayRead: () => Promise<boolean>;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

const PAGE = 100;
const HEARTBEAT_MS = 15_000;
const RECONNECT_MS = 1000;

/**
 * The log as an endless stream of server-sent events (WHATWG HTML, section 9.2): first the existing events, then new ones
 * as they are recorded. The id of each is its position. The generator reads the next page only on demand, so a slow
 * reader costs the memory of one page.
 */
export async function* eventStream(
  log: Pick<App['log'], 'readEntries' | 'reach'>,
  { after, only, mayRead, signal }: EventStreamRequest,
  heartbeatMs = HEARTBEAT_MS,
): AsyncGenerator<string> {
  let position = after;
  yield `retry: ${RECONNECT_MS}\n\n`;
  while (!signal.aborted) {
    const { entries, upTo } = await log.readEntries(position, PAGE, only);
    if (!(await mayRead())) return;
    for (const entry of entries) {
      yield `id: ${entry.position}\ndata: ${JSON.stringify(toLogEntryJson(entry))}\n\n`;
    }
    position = upTo;
    if (entries.length === PAGE) continue;
    const grew = await log.reach(position + 1, heartbeatMs, signal);
    // The id moves the cursor of a reader that waits for rare events.
    if (!grew && !signal.aborted) yield `: still here\nid: ${position}\n\n`;
  }
}
