import type { App } from '../../app/app.js';
import { toLogEntryJson } from './toLogEntryJson.js';

/** Where a stream of events begins, and what it is to hold. */
export interface EventStreamRequest {
  /** Position of the last event that the reader knows. */
  readonly after: number;
  readonly only: { readonly stream?: string | undefined; readonly type?: string | undefined };
  /** Whether the reader may still know; the stream ends when it may not. */
  readonly mayRead: () => Promise<boolean>;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

const PAGE = 100;
const HEARTBEAT_MS = 15_000;
const RECONNECT_MS = 1000;

/**
 * The log as server-sent events (WHATWG HTML, section 9.2), without an end: what is there, then what comes as it is
 * recorded. The id of each is its position. It reads on only when it is asked for more, so a slow reader
 * costs a page and no more.
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
    // The id alone moves a reader on that waits for what is rare.
    if (!grew && !signal.aborted) yield `: still here\nid: ${position}\n\n`;
  }
}
