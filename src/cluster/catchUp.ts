import type { Clock } from '../domain/time.js';
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

export interface CatchUpOptions {
  readonly times: Times;
  /** How often to hear from the engine, which costs a commit and tells whether this is still the one; 0 for only when asked. */
  readonly pollMs: number;
  readonly onForked: (fork: LogForked) => void;
  /** Told the outcome of each reading. */
  readonly onDone: (failure: unknown) => void;
}

/**
 * Follows a shared log with a copy: reads on when the engine says that the log has grown, takes in what was read, and notices
 * when the two contradict each other.
 */
export function catchUp(
  copy: Pick<LogCopy, 'instance' | 'end' | 'takeIn'>,
  shared: Pick<SharedLog, 'readBehind' | 'readConfirmed' | 'onHint'>,
  { times, pollMs, onForked, onDone }: CatchUpOptions,
) {
  const { elapsed, wall } = times;
  let heardAt = Number.NEGATIVE_INFINITY;
  /** What the clock of the engine shows more than that of this node. */
  let ahead = 0;
  let head = copy.end().position;
  let fork: LogForked | undefined;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let isHearing = false;

  /**
   * Takes in a page that was asked for behind the end `asked` of the copy. True when the copy then has all that the shared log
   * had. Throws as `LogCopy.takeIn`; after a fork always.
   */
  function take(delta: Delta, asked: CopyEnd): boolean {
    if (fork) throw fork;
    try {
      refuseContradiction(copy.instance, delta, asked);
      copy.takeIn(delta);
    } catch (error) {
      if (error instanceof LogForked) {
        fork = error;
        onForked(error);
      }
      throw error;
    }
    ahead = delta.end.now - wall();
    head = Math.max(head, delta.end.position);
    return reaches(copy.end(), delta);
  }

  /** The copy has all that the shared log had at that moment (`Times.elapsed`), and the engine has proved it. */
  function heard(askedAt: number): void {
    heardAt = Math.max(heardAt, askedAt);
  }

  async function readOn(): Promise<void> {
    for (let hasAll = false; !hasAll; ) {
      const asked = copy.end();
      hasAll = take(await shared.readBehind(asked, PAGE), asked);
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

  /** Takes in all that was appended before this call. Rejects as `SharedLog.readBehind` and `take`. */
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

  /** The same, and hears from the engine that it has all: see `heard`. */
  async function hear(): Promise<void> {
    for (let hasAll = false; !hasAll; ) {
      await pull();
      const [asked, askedAt] = [copy.end(), elapsed()];
      hasAll = take(await shared.readConfirmed(asked, PAGE), asked);
      if (hasAll) heard(askedAt);
    }
  }

  /** As `pull`, for those who try again by themselves: a failure is only remembered. */
  const tryPull = () => pull().catch(() => {});
  shared.onHint(tryPull);
  // One that hangs is not asked again beside it.
  const tryHear = () => {
    if (isHearing) return;
    isHearing = true;
    void hear()
      .catch(onDone)
      .finally(() => {
        isHearing = false;
      });
  };
  const timer = pollMs > 0 ? setInterval(tryHear, pollMs).unref() : undefined;
  return {
    take,
    heard,
    pull,
    hear,
    tryPull,
    /** Ends the looking by itself. */
    stop: () => clearInterval(timer),
    /** For how many ms it has not been known whether the copy has all of the shared log; infinite after a fork. */
    unheardMs: () => (fork ? Number.POSITIVE_INFINITY : elapsed() - heardAt),
    /** The engine's present in ms since 1970, as this node believes. */
    clock: () => wall() + ahead,
    /** The last position of the shared log that this node knows of. */
    head: () => Math.max(head, copy.end().position),
    fork: () => fork,
  };
}

/** The copy may have grown since it asked, so it is compared as it was. */
function refuseContradiction(instance: string, delta: Delta, asked: CopyEnd): void {
  const isOther = delta.end.instance !== instance;
  const contradiction = isOther
    ? `the copy is of ${instance}, the shared log is ${delta.end.instance}`
    : contradictionOf(delta, asked);
  if (contradiction !== undefined) throw new LogForked(contradiction);
}

/** Whether a copy that took in a page has all that the shared log had. The last answers may be forgotten: then none comes. */
function reaches(copy: CopyEnd, delta: Delta): boolean {
  const { end, answers } = delta;
  const isTooOld = copy.position > readUpTo(delta);
  const hasAnswers = answers.length < PAGE || copy.answers >= end.answers;
  return copy.position >= end.position && !isTooOld && hasAnswers;
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
