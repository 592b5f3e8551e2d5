/** How bad it is: the service cannot go on; something is refused or missing; something will go wrong if nobody acts; all is well again. */
export type Level = 'fatal' | 'error' | 'warn' | 'info';

interface Entry {
  readonly level: Level;
  /** What it means, for the list in docs/operations.md. */
  readonly meaning: string;
  /** What to do about it. */
  readonly next: string;
}

/** Every diagnostic by its code. A code never changes its meaning, since alerts are built on it. */
export const DIAGNOSTICS = {
  internal_error: {
    level: 'error',
    meaning: 'something failed in a way that the service does not know',
    next: 'report it, with this line',
  },
  log_lost_events: {
    level: 'fatal',
    meaning:
      'other files of the vault know of events that log.db lacks; nothing was changed, and nothing is served',
    next: 'restore the newest backup (memory-vault restore FILE), or go on without these events (--accept-loss)',
  },
  log_replaced: {
    level: 'fatal',
    meaning:
      'log.db holds other events than those that the read models were built from; nothing was changed, and nothing is served',
    next: 'put back the log.db of this vault, or go on with the one that is there (--accept-loss)',
  },
  loss_accepted: {
    level: 'warn',
    meaning:
      'the log goes on without events that it lost, as it was told to; what is left of them was kept',
    next: 'remove the files that were kept when nobody needs them any more: forgetting does not reach them',
  },
  nothing_lost: {
    level: 'info',
    meaning: 'the log was to go on without what it lost, but it lost nothing',
    next: 'start without --accept-loss',
  },
} as const satisfies Record<string, Entry>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;
