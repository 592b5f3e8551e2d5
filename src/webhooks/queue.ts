import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Rejection } from '../domain/rejection.js';
import { backoff } from '../hive/hiveMachine.js';
import type { EventLog, LogEntry } from '../log/eventLog.js';
import type { PublicEvent } from '../queries/publicEvents.js';
import type { Answer, Message } from './delivery.js';

/** How long a message is tried, in milliseconds; then it has failed, and the next one goes. */
export const GIVE_UP_MS = 3 * 24 * 3_600_000;
/** The largest message, in bytes. Of a larger one, `data` stays out: the receiver reads it in the vault. */
const LARGEST = 256 * 1024;
/** How long a queue waits for something new before it looks again, in milliseconds. */
const LOOK_MS = 60_000;
/** How long it lets what is new gather, in milliseconds. */
const GATHER_MS = 100;

/** How far a receiver is. It holds no text. Times in milliseconds since 1970. */
export interface Progress {
  /** Position of the last event that is settled: taken by the receiver, of no interest to it, or failed. */
  readonly position: number;
  /** Since when the event behind it fails; null while none does. */
  readonly failing_since: number | null;
  /** Failures in a row. */
  readonly failures: number;
  readonly next_try_at: number | null;
  /** A status or a network error, never what was sent. */
  readonly last_error: string | null;
  readonly last_success_at: number | null;
}

/** Nothing is settled before `position`. */
export const begunAt = (position: number): Progress => ({
  position,
  failing_since: null,
  failures: 0,
  next_try_at: null,
  last_error: null,
  last_success_at: null,
});

/** What a queue needs. */
interface QueueParts {
  readonly log: Pick<EventLog, 'head' | 'readEntries' | 'reach'>;
  /** What the receiver is told of an event; undefined for one that it may not hear of. */
  readonly tell: (entry: LogEntry) => Promise<PublicEvent | undefined>;
  /** Types of events that the receiver is told of: public ones. */
  readonly types: readonly string[];
  /** Where it goes on. */
  readonly from: Progress;
  /** Keeps the progress before the next message goes. */
  readonly keep: (progress: Progress) => Promise<void> | void;
  /** Told of an event that was given up, by its place in the log. */
  readonly onFailed: (failed: { position: number; event: string; error: string }) => void;
  /** Sends a message once. Rejects where no answer came. */
  readonly send: (message: Message) => Promise<Answer>;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly signal: AbortSignal;
  /** Waits, until it is to try at once; by default the time alone counts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Sends a receiver the events of the log, one after the other, each at least once. One that fails holds the others back, since they
 * come in order; after three days it is given up. An event is read anew for every try, so no text is sent that was forgotten
 * meanwhile. Resolves with `gone` when the receiver wants no more (410), else when `signal` ends it.
 */
export async function runQueue(parts: QueueParts): Promise<'gone' | 'ended'> {
  const { log, types, keep, signal, now } = parts;
  const wait = parts.wait ?? asleep;
  let at = parts.from;
  const settle = async (position: number, more: Partial<Progress> = {}) => {
    at = { ...begunAt(position), last_success_at: at.last_success_at, ...more };
    await keep(at);
  };
  // A log that was restored may end before: what it records anew has positions that were settled once.
  const end = await log.head();
  if (at.position > end.position) await settle(end.position);
  while (!signal.aborted) {
    // A try that was planned before a restart is still to come.
    if (at.next_try_at !== null && at.next_try_at > now())
      await wait(at.next_try_at - now(), signal);
    if (!(await log.reach(at.position + 1, 0))) {
      if (!(await log.reach(at.position + 1, LOOK_MS, signal))) continue;
      // Whoever saved it is answered first.
      await asleep(GATHER_MS, signal);
    }
    if (signal.aborted) break;
    // One alone: the text of another one might be forgotten before it is sent.
    const { entries, upTo } = await log.readEntries(at.position, 1, { types });
    const [entry] = entries;
    if (entry) {
      const event = await parts.tell(entry);
      let answer: Answer | undefined;
      const error =
        event &&
        (await whyNot(async () => {
          answer = await parts.send(messageOf(event));
          return answer;
        }));
      if (!event) {
        await settle(entry.position);
        // Of many that nobody may hear of, each would come in the same turn.
        await nextTurn();
      } else if (error === undefined) await settle(entry.position, { last_success_at: now() });
      else if (answer?.status === 410) {
        // What failed before must not count once it is retried.
        await settle(at.position, { last_error: error });
        return 'gone';
      }
      // What was cut off by a stop says nothing of the receiver.
      else if (!signal.aborted) await fail(entry, error, answer?.retryAfter);
    } else if (upTo > at.position) await settle(upTo);
  }
  return 'ended';

  async function fail(
    { position, id }: LogEntry,
    error: string,
    retryAfter?: number,
  ): Promise<void> {
    const failing_since = at.failing_since ?? now();
    if (now() - failing_since >= GIVE_UP_MS) {
      parts.onFailed({ position, event: id, error });
      await settle(position, { last_error: error });
      return;
    }
    const failures = at.failures + 1;
    const next_try_at = now() + backoff(failures, retryAfter, parts.random());
    at = { ...at, failing_since, failures, next_try_at, last_error: error };
    await keep(at);
  }
}

/** Undefined when the receiver took what was sent, else why it did not. */
export async function whyNot(send: () => Promise<Answer>): Promise<string | undefined> {
  try {
    const { status } = await send();
    return status >= 200 && status < 300 ? undefined : `answered ${status}`;
  } catch (error) {
    if (error instanceof Rejection) return error.message;
    return error instanceof Error && 'code' in error ? String(error.code) : 'no answer';
  }
}

/** The message about an event. */
function messageOf(event: PublicEvent): Message {
  const body = JSON.stringify(event);
  if (Buffer.byteLength(body) <= LARGEST) return { id: event.id, body };
  return { id: event.id, body: JSON.stringify({ ...event, data: null, too_large: true }) };
}

/** Waits, at most until `signal` ends it. */
export async function asleep(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
