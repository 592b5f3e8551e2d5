import type { Clock } from '../../domain/time.js';
import type { HeldLease, SharedControl } from './sharedControl.js';
import { SharedLogInterrupted } from './sharedLog.js';

/** A lease that a node wants. While the shared log does not answer, the node does not hold it. */
export interface Lease {
  /** How long it lasts without being renewed, in milliseconds. Its holder asks for it at least three times as often. */
  readonly ms: number;
  /** Takes or keeps it. It is renewed at the earliest after a third of its time, so asking often costs nothing. */
  hold(): Promise<HeldLease | undefined>;
  holds(): Promise<boolean>;
  /** What its holder, whoever it is, left last; undefined when there is nothing, or when the shared log does not answer. */
  left(): Promise<string | undefined>;
  /** Leaves `state` for the next holder; false when the lease is not held any more, or when the shared log does not answer. */
  leave(state: string): Promise<boolean>;
}

/** The lease `name` of a node. `clock` gives milliseconds that only go ahead, whatever the time of day does. */
export function lease(
  control: Pick<SharedControl, 'hold' | 'left' | 'leave'>,
  name: string,
  ms: number,
  clock: Clock = () => performance.now(),
): Lease {
  let held: (HeldLease & { readonly since: number }) | undefined;

  const one: Lease = {
    ms,
    async hold() {
      // From before the request, since it may have been granted at any time until the answer.
      const now = clock();
      if (held && now - held.since < ms / 3) return held;
      const granted = await unlessInterrupted(control.hold(name, ms));
      held = granted && { ...granted, since: now };
      return held;
    },
    holds: async () => (await one.hold()) !== undefined,
    left: () => unlessInterrupted(control.left(name)),
    async leave(state) {
      const isLeft = (await unlessInterrupted(control.leave(name, state))) ?? false;
      held = isLeft && held ? { ...held, state } : undefined;
      return isLeft;
    },
  };
  return one;
}

/** Does what one node of many is to do, where this one holds the lease; undefined where it does not. */
export function onlyWithLease<T>(
  held: Lease,
  work: () => Promise<T>,
): () => Promise<T | undefined> {
  return async () => ((await held.holds()) ? work() : undefined);
}

async function unlessInterrupted<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof SharedLogInterrupted) return undefined;
    throw error;
  }
}
