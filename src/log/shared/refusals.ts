import { Diagnostic } from '../../diagnostics/diagnostic.js';
import { messageOf } from '../../diagnostics/messageOf.js';
import { LogBroken, LogRefused, LogUncertain } from '../logFailures.js';
import { LogForked } from './logForked.js';

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
