import type { LogCopy } from './logCopy.js';
import type { SharedLog } from './sharedLog.js';
import { PAGE, type TakingIn, type Times } from './takingIn.js';

/** Follows a shared log with a copy. */
export interface FollowsShared {
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
