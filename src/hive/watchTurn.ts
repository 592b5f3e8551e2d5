import type { HiveEvent } from './hiveMachine.js';
import type { HiveTurn } from './hiveTurn.js';

/** What the watch over a turn needs. */
export interface WatchParts {
  /** Runs what reads and writes the ledger, one after the other. */
  readonly alone: (work: () => Promise<void>) => Promise<void>;
  readonly send: (event: HiveEvent) => void;
  readonly onError: (error: unknown) => void;
  readonly clock?: Timers | undefined;
}
/** As xstate has them: what names a timer is the clock's own. */
interface Timers {
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(timer: unknown): void;
}

/** Timers of Node. */
const NODE: Timers = {
  setTimeout: (run, ms) => setTimeout(run, ms),
  // The cast is safe: it is given what the line above returned.
  clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
};

/** Renews a turn in time, also while a batch is on its way, and tells when it was taken or lost. */
export function watchTurn(turn: HiveTurn, parts: WatchParts) {
  const { alone, send, onError, clock = NODE } = parts;
  let timer: unknown;

  async function look(): Promise<void> {
    if (await turn.lease.holds()) return send({ type: 'taken' });
    send({ type: 'lost' });
    await alone(turn.follow);
  }

  function start(): void {
    // Before this look has ended, since what it waits for may be a batch that takes long.
    timer = clock.setTimeout(start, turn.lease.ms / 3);
    look().catch(onError);
  }

  return { start, stop: () => clock.clearTimeout(timer) };
}
