import { type Actor, createActor } from 'xstate';
import { formatTime, toSeconds } from '../domain/time.js';
import { oneAtATime } from '../log/oneAtATime.js';
import { type HiveClient, HiveFailure } from './hiveClient.js';
import { type HiveEvent, type HiveState, hiveMachine, type PushFailure } from './hiveMachine.js';
import type { HiveStatus } from './hiveStatus.js';
import { type PushParts, pushBatch } from './pushBatch.js';
import { type HiveTurn, TurnLost } from './turn.js';

/** What a worker needs. */
interface WorkerParts extends PushParts {
  /** Milliseconds between looks when nothing happens. */
  readonly interval: number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Called with errors that are no failure of the exchange: a bug, or a ledger that cannot be written. */
  readonly onError: (error: unknown) => void;
  /** Where several nodes could push: which of them does. */
  readonly turn: HiveTurn;
  /** Timers other than those of Node, for tests. */
  readonly clock?: ActorClock | undefined;
}
type ActorClock = NonNullable<Parameters<typeof createActor<typeof hiveMachine>>[1]>['clock'];

/** How long a batch may still take when the service stops, in milliseconds. */
const GRACE_MS = 2000;

/** Pushes notes to the hub whenever there is something to push. */
export function hiveWorker(parts: WorkerParts) {
  const { log, ledger, interval, now, random, turn } = parts;
  const client = telling(parts.client, turn);
  const stopping = new AbortController();
  let heardAt = Number.NEGATIVE_INFINITY;
  let pushing: Promise<void> = Promise.resolve();
  /** Aborted when it is the turn of another node. */
  let lost = new AbortController();
  // What is pushed depends on the ledger, which also follows the other nodes.
  const inTurn = oneAtATime();

  const actor: Actor<typeof hiveMachine> = createActor(
    hiveMachine.provide({
      actions: {
        push: () => {
          lost = new AbortController();
          const signal = AbortSignal.any([stopping.signal, lost.signal]);
          pushing = inTurn(() => push(signal));
        },
        abandon: () => lost.abort(),
      },
    }),
    { input: { interval, now, random }, ...(parts.clock && { clock: parts.clock }) },
  );
  actor.start();

  /** A machine that was stopped takes no events. */
  const send = (event: HiveEvent) => {
    if (actor.getSnapshot().status === 'active') actor.send(event);
  };

  async function push(signal: AbortSignal): Promise<void> {
    const event = await exchange(signal);
    // What was abandoned says nothing about what the worker does now.
    if (!signal.aborted) send(event);
  }

  /** One exchange with the hub; how it went. */
  async function exchange(signal: AbortSignal): Promise<HiveEvent> {
    try {
      if (!(await turn.take())) return { type: 'lost' };
      const { more, heard } = await pushBatch({ ...parts, client }, signal);
      // With nothing to send the hub is asked for its health: `healthy` means that it answers.
      const silent = !heard && now() - heardAt >= interval;
      if (silent && !more) await client.health(signal);
      if (heard || (silent && !more)) heardAt = now();
      await turn.leave();
      return { type: 'acked', more };
    } catch (error) {
      if (error instanceof TurnLost) return { type: 'lost' };
      heardAt = Number.NEGATIVE_INFINITY;
      return { type: 'failed', failure: failureOf(error) };
    }
  }

  function failureOf(error: unknown): PushFailure {
    if (error instanceof HiveFailure) return error;
    parts.onError(error);
    return {
      reason: 'this vault could not prepare the push: read the log of this service',
      error: error instanceof Error && 'code' in error ? String(error.code) : 'internal error',
    };
  }

  let endWatch = () => {};

  return {
    start() {
      send({ type: 'start' });
      endWatch = turn.watch({ ...parts, inTurn, send });
    },
    /** To be called after an append to the log. */
    nudge: () => send({ type: 'nudge' }),
    async status(): Promise<HiveStatus> {
      const { value, context } = actor.getSnapshot();
      const { failure, failures, retryAt } = context;
      const { cursor, pushed, pushed_at } = ledger.state();
      const { position } = await log.head();
      const [oldest] = await log.readAfter(cursor, 1);
      const time = (ms: number | null | undefined) =>
        ms === null || ms === undefined ? null : formatTime(toSeconds(ms));
      return {
        state: value,
        reason: failure?.reason ?? (value === 'standby' ? turn.why() : WHY[value]),
        pending: Math.max(0, position - cursor),
        pushed_total: pushed,
        refused: ledger.refused(),
        last_pushed_at: time(pushed_at),
        consecutive_failures: failures,
        retry_at: time(retryAt),
        last_error: failure?.error ?? null,
        lag_seconds: oldest ? Math.max(0, toSeconds(now() - oldest.at)) : 0,
      };
    },
    /** Starts no further batch. The hub gets a moment to acknowledge the current one. */
    async close(): Promise<void> {
      endWatch();
      send({ type: 'stop' });
      actor.stop();
      const timer = setTimeout(() => stopping.abort(), GRACE_MS);
      await pushing;
      // What the ledger still follows.
      await inTurn(async () => {});
      clearTimeout(timer);
      ledger.close();
    },
  };
}

/** A client that sends nothing before it is known that no other node does, and that the next node will know of it. */
function telling(client: HiveClient, turn: HiveTurn): HiveClient {
  return {
    ...client,
    async push(items, signal) {
      await turn.leave(items.at(-1)?.position);
      return client.push(items, signal);
    },
  };
}

/** Why the worker is in a state, where no failure explains it. */
const WHY = {
  idle: 'something may be to be pushed: it is about to start',
  pushing: 'a batch is on its way',
  healthy: null,
  backoff: 'the last push failed',
  disabled: 'it was not started, or is stopping',
} as const satisfies Record<Exclude<HiveState, 'standby'>, string | null>;
