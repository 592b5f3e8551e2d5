import type { Clock } from '../../domain/time.js';
import { contradictionOf, LogForked } from './fork.js';
import { type CopyEnd, type Delta, type LogCopy, readUpTo, type SharedLog } from './sharedLog.js';

/** Events, and answers, that are read at once: some ms of work, so that a node that catches up still answers. */
export const PAGE = 256;

/** Times in ms. */
export interface Times {
  /** Milliseconds since any moment, never going back, the sleep of the machine included. */
  readonly elapsed: () => number;
  /** Milliseconds since 1970, by the clock of this node. */
  readonly wall: () => number;
}

/** Takes in what was read of a shared log, and notices when the copy and the shared log contradict each other. */
interface TakingIn {
  /**
   * Takes in a page that was asked for behind the end `asked` of the copy. True when the copy then has all that the shared log
   * had. Throws as `LogCopy.takeIn`; after a fork always.
   */
  take(delta: Delta, asked: CopyEnd): boolean;
  /** The copy has all that the shared log had at that moment (`Times.elapsed`), and the engine has proved it. */
  heard(askedAt: number): void;
  /** For how many ms it has not been known whether the copy has all of the shared log; infinite after a fork. */
  unheardMs(): number;
  /** The engine's present in ms since 1970, as this node believes. */
  clock(): number;
  /** The last position of the shared log that this node knows of. */
  head(): number;
  fork(): LogForked | undefined;
}

export function takingIn(
  copy: Pick<LogCopy, 'instance' | 'end' | 'takeIn'>,
  { elapsed, wall }: Times,
  onForked: (fork: LogForked) => void,
): TakingIn {
  let heardAt = Number.NEGATIVE_INFINITY;
  /** What the clock of the engine shows more than that of this node. */
  let ahead = 0;
  let head = copy.end().position;
  let fork: LogForked | undefined;

  function takeChecked(delta: Delta, asked: CopyEnd): void {
    if (fork) throw fork;
    try {
      refuseContradiction(delta, asked);
      copy.takeIn(delta);
    } catch (error) {
      if (error instanceof LogForked) {
        fork = error;
        onForked(error);
      }
      throw error;
    }
  }

  /** The copy may have grown since it asked, so it is compared as it was. */
  function refuseContradiction(delta: Delta, asked: CopyEnd): void {
    const { instance } = delta.end;
    if (instance !== copy.instance)
      throw new LogForked(`the copy is of ${copy.instance}, the shared log is ${instance}`);
    const contradiction = contradictionOf(delta, asked);
    if (contradiction !== undefined) throw new LogForked(contradiction);
  }

  return {
    take(delta, asked) {
      takeChecked(delta, asked);
      ahead = delta.end.now - wall();
      head = Math.max(head, delta.end.position);
      return reaches(copy.end(), delta);
    },
    heard(askedAt) {
      heardAt = Math.max(heardAt, askedAt);
    },
    unheardMs: () => (fork ? Number.POSITIVE_INFINITY : elapsed() - heardAt),
    clock: () => wall() + ahead,
    head: () => Math.max(head, copy.end().position),
    fork: () => fork,
  };
}

/** Whether a copy that took in a page has all that the shared log had. The last answers may be forgotten: then none comes. */
function reaches(copy: CopyEnd, delta: Delta): boolean {
  const { end, answers } = delta;
  const isTooOld = copy.position > readUpTo(delta);
  const hasAnswers = answers.length < PAGE || copy.answers >= end.answers;
  return copy.position >= end.position && !isTooOld && hasAnswers;
}

/** Follows a shared log with a copy. */
interface FollowsShared {
  /** Takes in all that was appended before this call. Rejects as `SharedLog.readBehind` and `TakingIn.take`. */
  pull(): Promise<void>;
  /** The same, and hears from the engine that it has all: see `TakingIn.heard`. */
  hear(): Promise<void>;
  /** As `pull`, for those who try again by themselves: a failure is only remembered. */
  tryPull(): Promise<void>;
  /** Ends the looking by itself. */
  stop(): void;
}

/**
 * Reads on when the engine says that the log has grown. Every `pollMs` ms it hears from the engine, which costs a commit and
 * tells whether this is still the one; with 0 only when it is asked to. `onDone` is told the outcome of each reading.
 */
export function following(
  copy: Pick<LogCopy, 'end'>,
  shared: Pick<SharedLog, 'readBehind' | 'readConfirmed' | 'onHint'>,
  taking: TakingIn,
  { elapsed }: Times,
  { pollMs, onDone }: { pollMs: number; onDone: (failure: unknown) => void },
): FollowsShared {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let hearing: Promise<void> | undefined;

  async function readOn(): Promise<void> {
    for (let hasAll = false; !hasAll; ) {
      const asked = copy.end();
      hasAll = taking.take(await shared.readBehind(asked, PAGE), asked);
    }
  }

  async function hear(): Promise<void> {
    for (let hasAll = false; !hasAll; ) {
      await pull();
      const [asked, askedAt] = [copy.end(), elapsed()];
      hasAll = taking.take(await shared.readConfirmed(asked, PAGE), asked);
      if (hasAll) taking.heard(askedAt);
    }
  }

  function begin(): Promise<void> {
    const reading = readOn()
      .then(
        () => onDone(undefined),
        (failure) => {
          onDone(failure);
          throw failure;
        },
      )
      .finally(() => {
        running = undefined;
      });
    running = reading;
    return reading;
  }

  function pull(): Promise<void> {
    if (!running) return begin();
    // The one that runs may have asked before the last append. Those who come meanwhile share the next one.
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        return running ?? begin();
      });
    return next;
  }

  const tryPull = () => pull().catch(() => {});
  const tryHear = () => {
    // One that hangs is not asked again beside it.
    if (hearing) return;
    hearing = hear()
      .catch(onDone)
      .finally(() => {
        hearing = undefined;
      });
  };
  shared.onHint(tryPull);
  const timer = pollMs > 0 ? setInterval(tryHear, pollMs).unref() : undefined;
  return { pull, hear, tryPull, stop: () => clearInterval(timer) };
}

/** A jump of the time of day by less than this is that of a clock which is set right now and then. In ms. */
const LEAST_SLEEP_MS = 1000;

/**
 * Milliseconds since any moment, never going back. On some systems `running` stands still while the machine sleeps, and
 * only the time of day (`wall`) tells how long that was. A time of day that was set ahead counts as such a sleep.
 */
export function elapsedTime(
  running: Clock = () => performance.now(),
  wall: Clock = Date.now,
): Clock {
  let slept = 0;
  let last = wall() - running();
  return () => {
    const now = running();
    const lead = wall() - now;
    if (lead - last >= LEAST_SLEEP_MS) slept += lead - last;
    last = lead;
    return now + slept;
  };
}
