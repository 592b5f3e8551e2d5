import { type Entry, FILE_CODES, POSTGRES_CODES, SHARED_LOG_CODES, START_CODES } from './codes.js';

/** Every diagnostic by its code. A code never changes its meaning, since alerts are built on it. */
export const DIAGNOSTICS = {
  ...START_CODES,
  ...FILE_CODES,
  ...SHARED_LOG_CODES,
  ...POSTGRES_CODES,

  // The log.
  log_disk_full: {
    level: 'error',
    meaning: 'saves are refused, because there is no space left for the log; reads go on',
    next: 'free some space on that disk: saves go on by themselves',
    condition: 'saves are refused',
  },
  log_locked: {
    level: 'error',
    meaning: 'saves are refused, because another program has locked the log; reads go on',
    next: 'end that program: saves go on by themselves',
    condition: 'saves are refused',
  },
  log_file_gone: {
    level: 'fatal',
    meaning:
      'log.db or its write-ahead log was deleted, moved or replaced while the service runs. Saves are refused; reads go on from the files that the process still has open',
    next: 'before stopping this process, rescue what it still holds: see "A data directory that is gone" in docs/operations.md',
    condition: 'saves are refused',
  },
  log_damaged: {
    level: 'error',
    meaning:
      'the file log.db is damaged. Saves are refused, since each could destroy more; reads go on where they can, and hooks keep what they could not send',
    next: 'run memory-vault verify to see what is damaged, and check the disk. Then stop the service, and restore the newest backup (memory-vault restore FILE --replace), which keeps the damaged log',
    condition: 'saves are refused',
  },
  log_changed: {
    level: 'error',
    meaning:
      'an event in log.db is not as it was recorded: something other than memory-vault has changed the file. The rest of it can be read and written',
    next: 'run memory-vault verify to see which events, and compare them with a backup',
    condition: 'saves go on',
  },
  log_broken: {
    level: 'fatal',
    meaning:
      'writing the log failed in a way that makes every later success doubtful; the process ends',
    next: 'check the disk and the system log, start the service again, and run memory-vault verify',
  },
  not_verified: {
    level: 'error',
    meaning:
      'a log, backup or proof could not be checked, which says nothing about whether it is whole',
    next: 'remove the cause and check again: nothing is known yet about whether it is whole',
  },

  backup_damaged: {
    level: 'error',
    meaning: 'a backup does not verify; nothing was changed',
    next: 'restore another backup',
  },

  // The surroundings.
  open_to_pages: {
    level: 'info',
    meaning:
      'any web page at the origin in VAULT_CORS_ORIGIN may read and write this vault, which asks nobody who it is: whatever program serves that address',
    next: 'set VAULT_CORS_ORIGIN=none, unless you use such a page; or VAULT_AUTH=session, so that it needs a login',
    condition: 'saves go on',
  },
  disk_nearly_full: {
    level: 'warn',
    meaning:
      'the disk of the data directory has less free space than 200 MB, or than three times views.db: forgetting and rebuilding need twice its size',
    next: 'free some space on that disk, before saves are refused',
    condition: 'saves go on',
  },
  clock_jumped: {
    level: 'error',
    meaning:
      'the clock went ahead by more than a day without that time having passed. Saves are refused, since they would keep that time for good; reads go on',
    next: 'set the clock right: saves go on by themselves. If it is right now, start once with VAULT_CLOCK=follow',
    condition: 'saves are refused',
  },
  clock_behind_log: {
    level: 'warn',
    meaning:
      'the clock is more than a minute behind the last event. New events get the time of the last event until the clock has passed it',
    next: 'check the clock. If it is right, it was wrong when that event was recorded, and nothing can be done about that',
    condition: 'saves go on',
  },
  erasure_pending: {
    level: 'warn',
    meaning: 'for more than a minute, a file still holds a text that was forgotten',
    next: 'end what reads the vault for long (backup, verify, a rebuild or a copy); free space where the disk is full; mend read models that stopped (GET /readyz)',
    condition: 'saves go on',
  },

  // The read models.
  rebuild_started: { level: 'info', meaning: 'a rebuild of the read models was asked for' },
  rebuild_finished: { level: 'info', meaning: 'the rebuilt read models are in use' },
  rebuild_failed: {
    level: 'error',
    meaning:
      'the read models could not be rebuilt; those from before stay in use. If these are damaged, it is tried again by itself',
    next: 'remove the cause that the message names; ask for a rebuild again if you had asked for one',
  },
  projection_stopped: {
    level: 'error',
    meaning:
      'a read model met an event that it cannot apply; reads that need the event answer 503, everything else goes on',
    next: 'look at the event (GET /admin/events) and report it; a release that can apply it goes on by itself',
  },
  views_damaged: {
    level: 'error',
    meaning:
      'the read models (views.db) are damaged or cannot be read; reads answer 503 until they are rebuilt',
    next: 'wait: they are rebuilt from the log by themselves. If it comes back, check the disk',
    condition: 'saves go on',
  },
  views_outdated: {
    level: 'warn',
    meaning:
      'the read models (views.db) were built before a text was redacted; reads of what may show it answer 503 until they are rebuilt',
    next: 'wait: they are rebuilt from the log by themselves',
    condition: 'saves go on',
  },
  views_unwritable: {
    level: 'error',
    meaning:
      'the read models (views.db) cannot be written; saves go on, reads that need later events answer 503',
    next: 'free some space on the disk, or give the service the right to write there',
    condition: 'saves go on',
  },

  // All the rest.
  condition_over: {
    level: 'info',
    meaning: 'what the field `condition` names is over',
  },
  http_message: {
    level: 'info',
    meaning: 'a message of the HTTP server about one request or connection',
  },
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
      'the log goes on without events that it lost, as it was told to; what is left of them was kept. What these events had forgotten is there again',
    next: 'forget again what has to be forgotten. Remove the files that were kept when nobody needs them any more: forgetting does not reach them',
  },
  nothing_lost: {
    level: 'info',
    meaning: 'the log was to go on without what it lost, but it lost nothing',
    next: 'start without --accept-loss',
  },
} as const satisfies Record<string, Entry>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;

/** The codes of the states that last. The keys of DIAGNOSTICS are its codes; Object.keys forgets it. */
export const CONDITION_CODES = (Object.keys(DIAGNOSTICS) as DiagnosticCode[]).filter(
  (code) => entryOf(code).condition !== undefined,
);

/** Those while which saves are refused. */
export const REFUSING_CODES = CONDITION_CODES.filter(
  (code) => entryOf(code).condition === 'saves are refused',
);

/** What the catalogue says about a code. */
export function entryOf(code: DiagnosticCode): Entry {
  return DIAGNOSTICS[code];
}
