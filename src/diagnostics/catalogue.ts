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
  systemd_not_told: {
    level: 'warn',
    meaning:
      'NOTIFY_SOCKET is set, but systemd did not take a notice; it may stop a service that it takes for hung',
    next: 'install systemd-notify and set NotifyAccess=all in the unit, or set Type=exec and no WatchdogSec',
  },
} as const satisfies Record<string, Entry>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;
