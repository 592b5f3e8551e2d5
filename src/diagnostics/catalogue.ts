/** How bad it is: the service cannot go on; something is refused or missing; something will go wrong if nobody acts; good to know. */
export type Level = 'fatal' | 'error' | 'warn' | 'info';

interface Entry {
  readonly level: Level;
  /** What it means, for the list in docs/operations.md. */
  readonly meaning: string;
  /** What to do about it; nothing where all is well. */
  readonly next?: string;
  /** Set for a state that lasts: whether saves are refused until it is over. */
  readonly condition?: 'saves are refused' | 'saves go on';
}

/** Every diagnostic by its code. A code never changes its meaning, since alerts are built on it. */
export const DIAGNOSTICS = {
  // What a start says.
  setting_wrong: {
    level: 'fatal',
    meaning: 'a setting has a value that it cannot have',
    next: 'correct the setting and start again: memory-vault --help lists them',
  },
  setting_unknown: {
    level: 'warn',
    meaning: 'a VAULT_ variable is set that is not a setting of this release',
    next: 'check how it is spelled: memory-vault --help lists all settings',
  },
  only_local_names: {
    level: 'warn',
    meaning: 'the service listens on the network, but answers only to the name localhost',
    next: 'set VAULT_ALLOWED_HOSTS to the names by which others reach this service',
  },
  port_in_use: {
    level: 'fatal',
    meaning: 'another program listens on the address and port of this service',
    next: 'stop that program, or choose another port with VAULT_PORT',
  },
  cannot_listen: {
    level: 'fatal',
    meaning: 'the service cannot listen on its address and port',
    next: 'set VAULT_HOST to an address of this machine and VAULT_PORT to a port that this user may use',
  },
  directory_in_use: {
    level: 'fatal',
    meaning: 'another process writes to the data directory',
    next: 'stop that process, or set VAULT_DATA_DIR to another directory',
  },
  directory_unsafe: {
    level: 'fatal',
    meaning: 'every user of this machine may replace the files of the vault',
    next: 'set VAULT_DATA_DIR to a directory below it, which will be made private, or run chmod o-w on the directory',
  },
  no_vault: {
    level: 'error',
    meaning: 'a command was given a directory without a vault; nothing was made there',
    next: 'set VAULT_DATA_DIR to the directory of a vault. Only serve and restore make one',
  },
  log_newer: {
    level: 'fatal',
    meaning: 'log.db was written by a newer release; nothing was changed',
    next: 'start that release or a newer one, or set VAULT_DATA_DIR to another directory',
  },
  key_unusable: {
    level: 'fatal',
    meaning: 'a file that should hold a key of the vault holds none',
    next: 'put back the original file',
  },
  building_views: {
    level: 'info',
    meaning: 'the read models are built from the log before the service answers',
  },
  listening: { level: 'info', meaning: 'the service answers requests' },
  stopping: { level: 'info', meaning: 'the service was asked to stop and finishes what it began' },
  stopped: { level: 'info', meaning: 'the files are closed, and the process ends' },

  // What can happen to any file.
  disk_full: {
    level: 'error',
    meaning: 'there is no space left for a file',
    next: 'free some space on that disk',
  },
  disk_failed: {
    level: 'error',
    meaning: 'the disk failed to read or write a file',
    next: 'check the disk and the system log, then start the service again',
  },
  read_only: {
    level: 'error',
    meaning: 'a file, or the file system that it is on, is read-only',
    next: 'make the file system writable, or set VAULT_DATA_DIR to a directory on another one',
  },
  permission_denied: {
    level: 'error',
    meaning: 'this process may not use a file',
    next: 'let the user that runs this process own the file: chown and chmod u+rw',
  },
  too_many_files: {
    level: 'error',
    meaning: 'this process, or the machine, has as many files open as it may have',
    next: 'raise the limit (ulimit -n, or LimitNOFILE of systemd) and start again',
  },
  file_locked: {
    level: 'error',
    meaning: 'another program has locked a file',
    next: 'end that program and try again',
  },
  file_damaged: {
    level: 'error',
    meaning: 'a file is damaged, or is no database',
    next: 'run memory-vault verify. Restore a backup if it is log.db; views.db may be deleted, since it is rebuilt from the log',
  },
  cannot_open: {
    level: 'error',
    meaning: 'a file cannot be opened: it is missing, or is not a file',
    next: 'check the path',
  },
  out_of_memory: {
    level: 'error',
    meaning: 'there is not enough memory for a file',
    next: 'give the process more memory',
  },

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
    next: 'set the clock right: saves go on by themselves. If it is right now and was wrong before, start once with VAULT_CLOCK=follow',
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
    next: 'end what reads the vault for long (backup, verify, a rebuild or a copy); free space where the disk is full',
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
    next: 'nothing: they are rebuilt from the log by themselves. If it comes back, check the disk',
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

/** What the catalogue says about a code. */
export function entryOf(code: DiagnosticCode): Entry {
  return DIAGNOSTICS[code];
}
