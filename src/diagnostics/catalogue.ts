/** How bad it is: the service cannot go on; something is refused or missing; something will go wrong if nobody acts; good to know. */
export type Level = 'fatal' | 'error' | 'warn' | 'info';

/** What the catalogue says about a code. */
interface Entry {
  readonly level: Level;
  /** What it means, for the list in docs/messages.md. */
  readonly meaning: string;
  /** What to do about it; nothing where all is well. */
  readonly next?: string | undefined;
  /** Set for a state that lasts: whether saves are refused until it is over. */
  readonly condition?: 'saves are refused' | 'saves go on' | undefined;
}

const entry =
  (level: Level) =>
  (meaning: string, next?: string, condition?: Entry['condition']): Entry => ({
    level,
    meaning,
    next,
    condition,
  });

const fatal = entry('fatal');
const error = entry('error');
const warn = entry('warn');
const info = entry('info');

/** What a start and a stop say, and what fits nowhere else. */
const SERVICE_CODES = {
  setting_wrong: fatal(
    'a setting has a value that it cannot have',
    'correct the setting and start again: memory-vault settings lists them',
  ),
  setting_unknown: warn(
    'a VAULT_ variable is set that is not a setting of this release',
    'check how it is spelled: memory-vault settings lists them',
  ),
  only_local_names: warn(
    'the service listens on the network, but answers only to the name localhost',
    'set VAULT_ALLOWED_HOSTS to the names by which others reach this service',
  ),
  port_in_use: fatal(
    'another program listens on the address and port of this service',
    'stop that program, or choose another port with VAULT_PORT',
  ),
  cannot_listen: fatal(
    'the service cannot listen on its address and port',
    'set VAULT_HOST to an address of this machine and VAULT_PORT to a port that this user may use',
  ),
  directory_in_use: fatal(
    'another process writes to the data directory',
    'stop that process, or set VAULT_DATA_DIR to another directory',
  ),
  directory_unsafe: fatal(
    'every user of this machine may replace the files of the vault',
    'set VAULT_DATA_DIR to a directory below it, which will be made private, or run chmod o-w on the directory',
  ),
  directory_foreign: fatal(
    'the data directory belongs to another user, who could replace the files of the vault; nothing was changed',
    'run memory-vault as the user who owns the directory, or give it to this one with chown -R',
  ),
  no_vault: error(
    'a command was given a directory without a vault; nothing was made there',
    'set VAULT_DATA_DIR to the directory of a vault. Only serve and restore make one',
  ),
  log_newer: fatal(
    'log.db was written by a newer release; nothing was changed',
    'start that release or a newer one, or set VAULT_DATA_DIR to another directory',
  ),
  log_older: error(
    'log.db was written by an older release, and a command that only reads cannot bring it up to date; nothing was changed',
    'start the service once and wait until it is ready: it keeps a copy, and brings the log up to date',
  ),
  log_migrated: info(
    'a start has brought log.db to the format of this release, and has kept a copy of how it was: the next backup removes that',
  ),
  key_unusable: fatal(
    'a file that should hold a key of the vault holds none',
    'put back the original file',
  ),
  secret_differs: fatal(
    'a secret that all nodes of a shared log have in common is another one here, or another one than this directory had before',
    'copy it from a node that runs',
  ),
  rule_differs: fatal(
    'a setting that has to be the same on all nodes of a shared log has another value on this one; nothing was changed',
    'give it the value that the message names, or set the new one on all nodes, as docs/cluster/nodes.md says',
  ),
  building_views: info('the read models are built from the log before the service answers'),
  listening: info('the service answers requests'),
  stopping: info('the service was asked to stop and finishes what it began'),
  stopped: info('the files are closed, and the process ends'),
  condition_over: info('the condition in the field `condition` is over'),
  http_message: info('a message of the HTTP server about one request or connection'),
  internal_error: error('a fault that the service does not know', 'report it, with this line'),
  systemd_not_told: warn(
    'NOTIFY_SOCKET is set, but systemd did not take a notice; it may stop a service that it takes for hung',
    'install systemd-notify and set NotifyAccess=all in the unit, or set Type=exec and no WatchdogSec',
  ),
};

/** What can happen to any file. */
export const FILE_CODES = {
  disk_full: error('there is no space left for a file', 'free some space on that disk'),
  disk_failed: error(
    'the disk failed to read or write a file',
    'check the disk and the system log, then start the service again',
  ),
  read_only: error(
    'a file, or the file system that it is on, is read-only',
    'make the file system writable, or set VAULT_DATA_DIR to a directory on another one',
  ),
  permission_denied: error(
    'this process may not use a file',
    'let the user that runs this process own the file: chown and chmod u+rw',
  ),
  file_foreign: error(
    'a file in the data directory has the name of a file of the vault and belongs to another user',
    'find out who put it there. Give it to the user that runs this process (chown) if it is the right one, or move it out of the data directory',
  ),
  file_not_regular: error(
    'a link, a pipe, a device or a directory has the name of a file of the vault; it was not opened',
    'find out who put it there, and move it out of the data directory. To keep the vault elsewhere, set VAULT_DATA_DIR, which may be a link',
  ),
  too_many_files: error(
    'this process, or the machine, has as many files open as it may have',
    'raise the limit (ulimit -n, or LimitNOFILE of systemd) and start again',
  ),
  file_locked: error('another program has locked a file', 'end that program and try again'),
  file_damaged: error(
    'a file is damaged, or is no database',
    'run memory-vault verify. Restore a backup if it is log.db; views.db may be deleted, since it is rebuilt from the log',
  ),
  cannot_open: error('a file cannot be opened: it is missing, or is not a file', 'check the path'),
  out_of_memory: error('there is not enough memory for a file', 'give the process more memory'),
};

/** What happens only where several nodes share a log, and what its PostgreSQL can tell. */
const SHARED_LOG_CODES = {
  log_is_copy: fatal(
    'log.db is the copy of a shared log, and VAULT_LOG does not name one; nothing was changed',
    'set VAULT_LOG to the address of the shared log. To leave it for good, run memory-vault migrate --to sqlite',
  ),
  log_is_own: fatal(
    'log.db is a log of its own with events, and VAULT_LOG names a shared log; nothing was changed',
    'move it into an empty shared log with memory-vault migrate --to, or set VAULT_DATA_DIR to an empty directory',
  ),
  node_name_taken: fatal(
    'another process takes part in the shared log under the name of this node; nothing was changed',
    'give each node a name of its own with VAULT_NODE: by default it is the host name',
  ),
  log_forked: fatal(
    'the copy of this node and the shared log contradict each other: one of them lost events, or was changed. This node answers nothing but /healthz, /readyz and /metrics',
    'memory-vault log lost lists what only this node holds. If the shared log is right, start with --accept-loss: the copy is put aside and made anew. If it is not, restore the shared log first',
    'saves are refused',
  ),
  shared_log_moved: fatal(
    'the shared log was moved into the log.db of one node with memory-vault migrate --to sqlite, and no node goes on with it; nothing was changed',
    'use the vault of that node, with VAULT_LOG=sqlite. To share it again, run memory-vault migrate --to with an empty database',
  ),
  shared_log_unreachable: error(
    'this node cannot reach the shared log. Saves are refused; reads are answered for VAULT_MAX_LAG, then refused as well',
    'check PostgreSQL, and the network between it and this node: saves go on by themselves',
    'saves are refused',
  ),
  shared_log_newer: error(
    'another node runs a newer release and recorded an event that this one does not know. Saves are refused; reads are answered for VAULT_MAX_LAG, then refused as well',
    'upgrade this node. Upgrade all nodes before one of them uses what is new',
    'saves are refused',
  ),
  shared_log_full: error(
    'saves are refused, because PostgreSQL has no space or no memory left for the shared log; reads go on',
    'give PostgreSQL more space or memory: saves go on by themselves',
    'saves are refused',
  ),
  shared_log_read_only: error(
    'saves are refused, because PostgreSQL takes no writes (default_transaction_read_only). Managed services set this where a disk is full',
    'find out who set it, and undo that: saves go on by themselves',
    'saves are refused',
  ),
  shared_log_not_durable: error(
    'saves are refused, because PostgreSQL would lose them with one machine, and VAULT_LOG_DURABILITY asks for more',
    'set what the message names, such as synchronous_standby_names, in PostgreSQL. VAULT_LOG_DURABILITY says what is asked for',
    'saves are refused',
  ),
  shared_log_format: fatal(
    'the tables of the shared log are missing, or are of another release than this one; nothing was changed',
    'run memory-vault log prepare with the newest release that any node runs, then update the nodes',
  ),
  shared_log_no_access: fatal(
    'PostgreSQL does not let this node in, or does not let it do what it has to',
    'check the user, the password and the database in VAULT_LOG, and pg_hba.conf; the user has to be a member of vault_node',
  ),
};

/** What can happen to the log. */
const LOG_CODES = {
  log_disk_full: error(
    'saves are refused, because there is no space left for the log; reads go on',
    'free some space on that disk: saves go on by themselves',
    'saves are refused',
  ),
  log_locked: error(
    'saves are refused, because another program has locked the log; reads go on',
    'end that program: saves go on by themselves',
    'saves are refused',
  ),
  log_file_gone: fatal(
    'log.db or its write-ahead log was deleted, moved or replaced while the service runs. Saves are refused; reads go on from the files that the process still has open',
    'before stopping this process, rescue what it still holds: see "The data directory is gone" in docs/recover.md',
    'saves are refused',
  ),
  log_damaged: error(
    'the file log.db is damaged. Saves are refused, since each could destroy more; reads go on where they can, and hooks keep what they could not send',
    'run memory-vault verify to see what is damaged, and check the disk. Then stop the service, copy the data directory, whose views.db has the notes after the backup, and restore the newest backup (memory-vault restore FILE --replace), which keeps the damaged log',
    'saves are refused',
  ),
  log_changed: error(
    'an event in log.db is not as it was recorded: something other than memory-vault has changed the file. The rest of it can be read and written',
    'run memory-vault verify to see which events, and compare them with a backup',
    'saves go on',
  ),
  log_broken: fatal(
    'writing the log failed in a way that makes every later success doubtful; the process ends',
    'check the disk and the system log, start the service again, and run memory-vault verify',
  ),
  not_verified: error(
    'a log, backup or proof could not be checked, which says nothing about whether it is whole',
    'remove the cause and check again',
  ),
  backup_damaged: error('a backup does not verify; nothing was changed', 'restore another backup'),
  log_lost_events: fatal(
    'other files of the vault know of events that log.db lacks; nothing was changed, and nothing is served',
    'restore the newest backup (memory-vault restore FILE), or go on without these events (--accept-loss)',
  ),
  log_replaced: fatal(
    'log.db holds other events than those that the read models were built from; nothing was changed, and nothing is served',
    'put back the log.db of this vault, or go on with the one that is there (--accept-loss)',
  ),
  loss_accepted: warn(
    'the log goes on without its lost events, as --accept-loss asked; the files that still hold them were kept. Texts that these events had erased are there again',
    'forget these texts again. Remove the kept files when nobody needs them any more: forgetting does not reach them',
  ),
  nothing_lost: info(
    '--accept-loss was given, but the log has lost nothing',
    'start without --accept-loss',
  ),
  witness_refused: error(
    'a witness has seen another history of this log than the one that it was shown, and did not cosign its checkpoint',
    'find out whether the log was replaced or restored: compare it with a backup, and with GET /api/v1/audit/witnesses',
    'saves go on',
  ),
};

const SURROUNDINGS_CODES = {
  open_to_pages: info(
    'any web page at the origin in VAULT_CORS_ORIGIN may read and write this vault, which asks nobody who it is: whatever program serves that address',
    'set VAULT_CORS_ORIGIN=none, unless you use such a page; or VAULT_AUTH=session, so that it needs a login',
    'saves go on',
  ),
  disk_nearly_full: warn(
    'the disk of the data directory has less free space than 200 MB, or than three times views.db: forgetting and rebuilding need twice its size',
    'free some space on that disk, before saves are refused',
    'saves go on',
  ),
  clock_jumped: error(
    'the clock went ahead by more than a day without that time having passed. Saves are refused, since they would keep that time for good; reads go on',
    'set the clock right: saves go on by themselves. If it is right now, start once with VAULT_CLOCK=follow',
    'saves are refused',
  ),
  clock_behind_log: warn(
    'the clock is more than a minute behind the last event. New events get the time of the last event until the clock has passed it',
    'check the clock. If it is right, it was wrong when that event was recorded: you can only wait',
    'saves go on',
  ),
  erasure_pending: warn(
    'for more than a minute, a file still holds a text that was forgotten',
    'end programs that read the vault for long (backup, verify, a rebuild or a copy); free space where the disk is full; mend read models that stopped (GET /readyz)',
    'saves go on',
  ),
};

const VIEWS_CODES = {
  rebuild_started: info('a rebuild of the read models was asked for'),
  rebuild_finished: info('the rebuilt read models are in use'),
  rebuild_failed: error(
    'the read models could not be rebuilt; those from before stay in use. If these are damaged, it is tried again by itself',
    'remove the cause that the message names; ask for a rebuild again if you had asked for one',
  ),
  projection_stopped: error(
    'a read model met an event that it cannot apply; reads that need the event answer 503, all others go on',
    'look at the event (GET /admin/events) and report it; a release that can apply it goes on by itself',
  ),
  views_damaged: error(
    'the read models (views.db) are damaged or cannot be read; reads answer 503 until they are rebuilt',
    'wait: they are rebuilt from the log by themselves. If it comes back, check the disk',
    'saves go on',
  ),
  views_outdated: warn(
    'the read models (views.db) were built before a text was redacted; reads that may show it answer 503 until they are rebuilt',
    'wait: they are rebuilt from the log by themselves',
    'saves go on',
  ),
  views_unwritable: error(
    'the read models (views.db) cannot be written; saves go on, reads that need later events answer 503',
    'free some space on the disk, or give the service the right to write there',
    'saves go on',
  ),
};

/** Every diagnostic, in the sections of docs/messages.md. */
export const DIAGNOSTIC_GROUPS = {
  'The service': SERVICE_CODES,
  'The log': LOG_CODES,
  'Disk, clock and web pages': SURROUNDINGS_CODES,
  'Read models': VIEWS_CODES,
  Files: FILE_CODES,
  'A log that several nodes share': SHARED_LOG_CODES,
};

/** Every diagnostic by its code. A code never changes its meaning, since alerts are built on it. */
export const DIAGNOSTICS = {
  ...SERVICE_CODES,
  ...FILE_CODES,
  ...SHARED_LOG_CODES,
  ...LOG_CODES,
  ...SURROUNDINGS_CODES,
  ...VIEWS_CODES,
};

export type DiagnosticCode = keyof typeof DIAGNOSTICS;

/** The codes of the states that last. The keys of DIAGNOSTICS are its codes; Object.keys forgets it. */
export const CONDITION_CODES = (Object.keys(DIAGNOSTICS) as DiagnosticCode[]).filter(
  (code) => entryOf(code).condition !== undefined,
);

/** Those that nobody has to act on. */
export const INFO_CODES = CONDITION_CODES.filter((code) => entryOf(code).level === 'info');

/** Those while which saves are refused. */
export const REFUSING_CODES = CONDITION_CODES.filter(
  (code) => entryOf(code).condition === 'saves are refused',
);

/** What the catalogue says about a code. */
export function entryOf(code: DiagnosticCode): Entry {
  return DIAGNOSTICS[code];
}
