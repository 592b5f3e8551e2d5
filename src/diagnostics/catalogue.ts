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
  views_damaged: {
    level: 'error',
    meaning:
      'the read models (views.db) are damaged or cannot be read; reads answer 503 until they are rebuilt',
    next: 'nothing: they are rebuilt from the log by themselves. If it comes back, check the disk',
  },
  rebuild_failed: {
    level: 'error',
    meaning:
      'the read models could not be rebuilt; if they are damaged, it is tried again by itself',
    next: 'free space for another views.db, and check the disk',
  },
  views_rebuilt: {
    level: 'info',
    meaning: 'damaged read models were rebuilt from the log; reads are answered again',
    next: 'nothing',
  },
  views_unwritable: {
    level: 'error',
    meaning:
      'the read models (views.db) cannot be written; saves go on, reads that need later events answer 503',
    next: 'free some space on the disk, or give the service the right to write there',
  },
  views_writable: {
    level: 'info',
    meaning: 'the read models can be written again and have applied the whole log',
    next: 'nothing',
  },
  projection_stopped: {
    level: 'error',
    meaning: 'a read model cannot apply an event; reads that need it answer 503, the others go on',
    next: 'report it, with this line; a release that can apply the event goes on from there',
  },
  internal_error: {
    level: 'error',
    meaning: 'something failed in a way that the service does not know',
    next: 'report it, with this line',
  },
} as const satisfies Record<string, Entry>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;
