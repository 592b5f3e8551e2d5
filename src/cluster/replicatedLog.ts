import { setTimeout as sleep } from 'node:timers/promises';
import { Diagnostic, messageOf } from '../diagnostics/diagnostic.js';
import { type Appended, type EventLog, isEmpty, type LogEnd } from '../log/eventLog.js';
import { LogBroken, LogRefused, LogUncertain } from '../log/logFailures.js';
import { oneAtATime } from '../log/oneAtATime.js';
import { catchUp, elapsedTime, PAGE, type Times } from './catchUp.js';
import { LogForked } from './fork.js';
import { type ChainedBatch, sharedBatch } from './sharedBatch.js';
import {
  type CopyEnd,
  type HeldEnd,
  type LogCopy,
  type SharedLog,
  SharedLogInterrupted,
} from './sharedLog.js';

/** The log of a node: decided and read by its copy, appended to the shared log. */
export interface ReplicatedLog extends EventLog {
  /** Takes in what others have appended up to now. Rejects when the shared log cannot be read. */
  catchUp(): Promise<void>;
  /** The engine's present in ms since 1970, as this node believes: the same on all nodes, whatever their clocks say. */
  clock(): number;
  /** For how many milliseconds others may have written what this node has not read; infinite after a fork. */
  unheardMs(): number;
  /** The last position of the shared log that this node knows of. */
  sharedHead(): number;
  /** The last position of the copy. */
  position(): number;
  /** Closes the copy alone, so that another one can take its place. */
  closeCopy(): Promise<void>;
}

export interface ReplicatedLogOptions {
  /** How often the shared log is looked at when it says nothing, in ms; 0 for never. */
  readonly pollMs?: number;
  /** How long an append is tried when the shared log does not answer, in ms. */
  readonly patienceMs?: number;
  /** How long a look at a position waits for the shared log, in ms. */
  readonly lookMs?: number;
  readonly times?: Times;
  readonly pause?: (ms: number) => Promise<unknown>;
  /** From 0 to 1. */
  readonly random?: () => number;
  readonly onForked?: (fork: LogForked) => void;
  /** How long this node waited for the end of the log, in seconds. */
  readonly onLockWait?: (seconds: number) => void;
  /** An exchange failed, and is tried again. */
  readonly onInterrupted?: (error: SharedLogInterrupted) => void;
}

/** What of `ReplicatedLogOptions` counts unless it is given. */
export const WAITS = { pollMs: 1000, patienceMs: 10_000, lookMs: 1000 } as const;
/** Pages that are taken in while nobody else can append. Whoever lacks more catches up first. */
const MOST_PAGES = 8;
/** The first pause after a failure, in ms; each later one is twice as long, up to the last. */
const PAUSE = { first: 20, last: 1000 };

/** What an append has sent. */
interface Sent {
  /** The batch of the try before, while nobody knows what became of it. */
  batch?: ChainedBatch | undefined;
}

/** The log of a node that keeps `copy` of `shared`. */
export function replicatedLog(
  copy: LogCopy,
  shared: SharedLog,
  options: ReplicatedLogOptions = {},
): ReplicatedLog {
  const { times = { elapsed: elapsedTime(), wall: Date.now }, pause = sleep } = options;
  const { random = Math.random, onForked = () => {}, onLockWait = () => {} } = options;
  const { pollMs = WAITS.pollMs, patienceMs = WAITS.patienceMs, lookMs = WAITS.lookMs } = options;
  const { elapsed } = times;
  /** Why the last exchange failed. */
  let failure: unknown;
  const onDone = (error: unknown) => {
    failure = error;
    if (error instanceof SharedLogInterrupted) options.onInterrupted?.(error);
  };
  const following = catchUp(copy, shared, { times, pollMs, onForked, onDone });
  const inTurn = oneAtATime();

  /** Takes in what the copy lacks, under the lock; false when that is too much. */
  async function takeInHeld(held: HeldEnd, asked: CopyEnd): Promise<boolean> {
    if (following.take(held.delta, asked)) return true;
    for (let page = 1; page < MOST_PAGES; page++) {
      const from = copy.end();
      if (following.take(await held.readBehind(from, PAGE), from)) return true;
    }
    return false;
  }

  /** One try. */
  async function attempt(
    decide: (end: LogEnd) => ReturnType<Parameters<EventLog['appendNext']>[0]>,
    sent: Sent,
  ): Promise<Appended | undefined> {
    const [asked, askedAt] = [copy.end(), elapsed()];
    const held = await shared.lock(asked, PAGE);
    onLockWait((elapsed() - askedAt) / 1000);
    try {
      const { end } = held.delta;
      if (!(await takeInHeld(held, asked))) return undefined;
      failure = undefined;
      // All that was sent before has ended: it is in the log now, or it never will be.
      if (sent.batch && (await isThere(sent.batch))) return sent.batch.appended;
      sent.batch = undefined;
      const batch = await decide({ position: end.position, at: Math.max(end.now, end.at) });
      const chained = sharedBatch(copy, batch, end);
      if (isEmpty(batch)) await held.confirm();
      else await send(held, chained, sent);
      following.heard(askedAt);
      return chained.appended;
    } finally {
      await held.release();
    }
  }

  async function send(held: HeldEnd, batch: ChainedBatch, sent: Sent): Promise<void> {
    try {
      await held.append(batch.shared);
    } catch (error) {
      if (error instanceof SharedLogInterrupted) sent.batch = batch;
      throw error;
    }
    takeInOwn(batch);
  }

  async function isThere({ shared }: ChainedBatch): Promise<boolean> {
    const id = shared.events[0]?.envelope.id;
    // Without an event, the decision comes to the same again: the answers are there.
    return id !== undefined && (await copy.envelopeOf(id)) !== undefined;
  }

  /** The batch is durable, whatever becomes of the copy: what keeps the events out of it is met again when the log is followed. */
  function takeInOwn({ shared: batch }: ChainedBatch): void {
    try {
      following.take(batch, batch.before);
    } catch (error) {
      if (error instanceof LogBroken) throw error;
      failure = error;
    }
  }

  async function append(decide: Parameters<EventLog['appendNext']>[0]): Promise<Appended> {
    const deadline = elapsed() + patienceMs;
    const sent: Sent = {};
    for (let tries = 0; ; tries++) {
      const fork = following.fork();
      if (fork) throw refusalFor(fork, sent.batch !== undefined);
      try {
        const appended = await attempt(decide, sent);
        if (appended) return appended;
        await following.pull();
      } catch (error) {
        if (!(error instanceof SharedLogInterrupted))
          throw refusalFor(error, sent.batch !== undefined);
        onDone(error);
        if (elapsed() >= deadline) throw sent.batch ? new LogUncertain() : outOfReach(error);
        const longest = Math.min(PAUSE.first * 2 ** tries, PAUSE.last);
        await pause(longest * (0.5 + random() / 2));
      }
    }
  }

  async function closeCopy(): Promise<void> {
    following.stop();
    await copy.close();
  }

  return {
    ...copy,
    appendNext: (decide) => inTurn(() => append(decide)),
    now: () => Math.max(following.clock(), copy.lastAt()),
    clock: following.clock,
    unheardMs: following.unheardMs,
    sharedHead: following.head,
    position: () => copy.end().position,
    catchUp: following.hear,
    async reach(position, ms, signal) {
      if (position > copy.end().position && !signal?.aborted) {
        const pulled = following.tryPull();
        if (ms === 0) await Promise.race([pulled, sleep(lookMs, undefined, { ref: false })]);
      }
      return copy.reach(position, ms, signal);
    },
    async refusal() {
      const fork = following.fork();
      if (fork) return forked(fork);
      if (failure instanceof LogRefused) return failure;
      return failure === undefined ? copy.refusal() : outOfReach(failure);
    },
    closeCopy,
    async close() {
      await shared.close();
      await closeCopy();
    },
  };
}

/** What to refuse a caller with while this node and the shared log contradict each other. */
export function forked(fork: LogForked): LogRefused {
  return new LogRefused(
    'this node and the shared log contradict each other: nothing was stored',
    fork,
  );
}

/** What to refuse a caller with when the shared log does not answer, or does not let this node in. */
export function outOfReach(error: unknown): LogRefused {
  return new LogRefused(
    'this node cannot reach the shared log: nothing was stored. Try again, or ask another node',
    new Diagnostic('shared_log_unreachable', `saves are refused: ${messageOf(error)}`, {
      setting: 'VAULT_LOG',
      cause: error,
    }),
  );
}

/**
 * What to refuse a caller with whose append failed for good. A refusal says that nothing was stored: where a batch is on its
 * way of which nobody knows what became of it (`isUncertain`), that cannot be said.
 */
export function refusalFor(error: unknown, isUncertain: boolean): unknown {
  // Nobody is let in there, or it is of another release: no repetition mends that.
  const isOfEngine = error instanceof Diagnostic && !(error instanceof LogBroken);
  if (!isOfEngine && !(error instanceof LogRefused)) return error;
  if (isUncertain) return new LogUncertain();
  if (error instanceof LogForked) return forked(error);
  return isOfEngine ? outOfReach(error) : error;
}
