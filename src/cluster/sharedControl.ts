import type { Clock } from '../domain/time.js';
import { SharedLogInterrupted } from './sharedLog.js';

// What nodes tell each other beside the log. Nothing of it decides what is recorded: a lease that two nodes hold for a
// moment costs double work.

/** A lease as its holder has it. */
interface HeldLease {
  /** What the last holder left for the next one, as text. Undefined when nobody has left anything. */
  readonly state: string | undefined;
}

/** What a node says of itself. Positions are those of the log. */
export interface NodeReport {
  readonly name: string;
  /** Up to where its copy goes. */
  readonly position: number;
  /** Up to where what was erased is wiped from its files. */
  readonly wiped: number;
}

/** Every method rejects with `SharedLogInterrupted` when the engine does not answer. */
export interface SharedControl {
  /** Takes or renews a lease for `ms`; undefined while another node holds it. */
  hold(lease: string, ms: number): Promise<HeldLease | undefined>;
  /** Leaves `state` for the next holder; false when the lease was lost. */
  leave(lease: string, state: string): Promise<boolean>;
  /** What the holder of a lease, whoever it is, left last; undefined when nobody has left anything. */
  left(lease: string): Promise<string | undefined>;
  /** Gives up every lease of this node and takes its report back, so that others need not wait for it. */
  leaveAll(): Promise<void>;
  /** Records a report, and gives those of all nodes from which one came within `liveMs`, this one included. */
  report(report: Omit<NodeReport, 'name'>, liveMs: number): Promise<readonly NodeReport[]>;
  /**
   * When a report came last under the name of this node, in ms since 1970, and how long ago that was, both by the engine's clock;
   * undefined when none did, or it was taken back.
   */
  lastReport(): Promise<{ readonly at: number; readonly ageMs: number } | undefined>;
  /** What the first node has for this setting: a rule, or the fingerprint of a secret. `value`, where none was set before. */
  firstValue(setting: string, value: string): Promise<string>;
  /** The newest signed checkpoint; undefined before the first. */
  newestCheckpoint(): Promise<string | undefined>;
  /**
   * Keeps a signed checkpoint of `size` events that extends the newest one, of `after` events (0 before the first). False,
   * and nothing is kept, when another node has kept one on top of that meanwhile.
   */
  addCheckpoint(size: number, note: string, after: number): Promise<boolean>;
}

export type Lease = ReturnType<typeof lease>;

/**
 * The lease `name` that a node wants. While the shared log does not answer, the node does not hold it. It lasts `ms` without
 * being renewed; its holder asks for it at least three times as often. `clock` gives milliseconds that only go ahead, whatever the time
 * of day does.
 */
export function lease(
  control: Pick<SharedControl, 'hold' | 'left' | 'leave'>,
  name: string,
  ms: number,
  clock: Clock = () => performance.now(),
) {
  let held: (HeldLease & { readonly since: number }) | undefined;

  /** Takes or keeps it. It is renewed at the earliest after a third of its time, so asking often costs nothing. */
  async function hold(): Promise<HeldLease | undefined> {
    // From before the request, since it may have been granted at any time until the answer.
    const now = clock();
    if (held && now - held.since < ms / 3) return held;
    const granted = await unlessInterrupted(control.hold(name, ms));
    held = granted && { ...granted, since: now };
    return held;
  }

  return {
    ms,
    hold,
    holds: async () => (await hold()) !== undefined,
    /** What its holder, whoever it is, left last; undefined when there is nothing, or when the shared log does not answer. */
    left: () => unlessInterrupted(control.left(name)),
    /** Leaves `state` for the next holder; false when the lease is not held any more, or when the shared log does not answer. */
    async leave(state: string): Promise<boolean> {
      const isLeft = (await unlessInterrupted(control.leave(name, state))) ?? false;
      held = isLeft && held ? { ...held, state } : undefined;
      return isLeft;
    },
  };
}

async function unlessInterrupted<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof SharedLogInterrupted) return undefined;
    throw error;
  }
}
