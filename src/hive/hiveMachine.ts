import { assign, setup } from 'xstate';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Waits after the first, second … failure in a row; the last one from then on. */
export const BACKOFF_MS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR] as const;
const LONGEST_MS = 6 * HOUR;
const JITTER = 0.25;

/**
 * Milliseconds to wait after `failures` in a row (1 is the first), 25 % more or less at random so that
 * instances do not come back together. What the hub asks for with `Retry-After` is never cut short.
 * `random` gives a number from 0 to 1.
 */
export function backoff(failures: number, retryAfter: number | undefined, random: number): number {
  const step = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1] ?? BACKOFF_MS[0];
  const wait = step * (1 + JITTER * (2 * random - 1));
  return Math.round(Math.max(wait, Math.min(retryAfter ?? 0, LONGEST_MS)));
}

/** Why a push failed, in words for the operator of the service. */
export interface PushFailure {
  /** What to do about it. */
  readonly reason: string;
  /** What happened: a status or a network error; never a note. */
  readonly error: string;
  /** What the hub asked for, in milliseconds. */
  readonly retryAfter?: number | undefined;
}

export type HiveEvent =
  | { readonly type: 'start' }
  | { readonly type: 'stop' }
  /** There may be something to push. */
  | { readonly type: 'nudge' }
  /** The hub acknowledged a batch, or answered a health check. */
  | { readonly type: 'acked'; readonly more: boolean }
  | { readonly type: 'failed'; readonly failure: PushFailure }
  /** Where several nodes could push: this one is to do it, or may no longer. */
  | { readonly type: 'taken' }
  | { readonly type: 'lost' };

/** What the machine is given: times in milliseconds. */
interface HiveInput {
  readonly interval: number;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
}

interface HiveContext extends HiveInput {
  /** Failures in a row. */
  readonly failures: number;
  readonly failure: PushFailure | undefined;
  readonly wait: number;
  /** When it tries again, in milliseconds since 1970. */
  readonly retryAt: number | undefined;
  /** Whether a nudge came while a batch was being sent. */
  readonly nudged: boolean;
}

/** Saves within this time go into one batch. */
const GATHER_MS = 1000;

const stop = { target: 'disabled', actions: 'forget' } as const;
const lost = { target: 'standby', actions: 'forget' } as const;

/**
 * The worker that pushes to the hive. `docs/hive.md` shows it, drawn from here. It decides when to
 * push. The action `push` decides what, and answers with `acked`, `failed` or `lost`; `abandon` ends it at once.
 */
export const hiveMachine = setup({
  types: {
    context: {} as HiveContext,
    events: {} as HiveEvent,
    input: {} as HiveInput,
  },
  actions: {
    push: () => {},
    abandon: () => {},
    succeed: assign({ failures: 0, failure: undefined, retryAt: undefined }),
    forget: assign({ failures: 0, failure: undefined, retryAt: undefined, nudged: false }),
    remember: assign({ nudged: true }),
    begin: assign({ nudged: false, retryAt: undefined }),
    fail: assign(({ context, event }) => {
      // Only the transition of `failed` has this action.
      if (event.type !== 'failed') return {};
      const failures = context.failures + 1;
      const wait = backoff(failures, event.failure.retryAfter, context.random());
      return { failures, failure: event.failure, wait, retryAt: context.now() + wait };
    }),
  },
  guards: {
    more: ({ event }) => event.type === 'acked' && event.more,
    nudged: ({ context }) => context.nudged,
  },
  delays: {
    gather: GATHER_MS,
    interval: ({ context }) => context.interval,
    backoff: ({ context }) => context.wait,
  },
}).createMachine({
  id: 'hive',
  context: ({ input }) => ({
    ...input,
    failures: 0,
    failure: undefined,
    wait: 0,
    retryAt: undefined,
    nudged: false,
  }),
  initial: 'disabled',
  states: {
    disabled: { on: { start: 'idle' } },
    idle: { after: { gather: 'pushing' }, on: { lost, stop } },
    pushing: {
      entry: ['begin', 'push'],
      on: {
        nudge: { actions: 'remember' },
        acked: [
          { guard: 'more', target: 'pushing', reenter: true, actions: 'succeed' },
          { guard: 'nudged', target: 'idle', actions: 'succeed' },
          { target: 'healthy', actions: 'succeed' },
        ],
        failed: { target: 'backoff', actions: 'fail' },
        lost,
        stop,
      },
    },
    healthy: { after: { interval: 'pushing' }, on: { nudge: 'idle', lost, stop } },
    backoff: { after: { backoff: 'pushing' }, on: { lost, stop } },
    standby: { entry: 'abandon', on: { taken: 'idle', stop } },
  },
});

/** Where the worker is. */
export type HiveState = 'idle' | 'pushing' | 'backoff' | 'healthy' | 'standby' | 'disabled';
