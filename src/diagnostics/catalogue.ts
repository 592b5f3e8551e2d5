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
    'a setting has a wrong value',
    'correct the setting and start again: memory-vault settings lists them',
  ),
  setting_unknown: warn(
    'a VAULT_ variable is not a setting of this release',
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
    'set VAULT_DATA_DIR to a directory below it, which the service makes private, or run chmod o-w on the directory',
  ),
  directory_foreign: fatal(
    'the data directory belongs to another user, who could replace the files of the vault; nothing was changed',
    'run memory-vault as the user who owns the directory, or give the directory to this user with chown -R',
  ),
  no_vault: error(
    'the data directory has no vault; nothing was made there',
    'set VAULT_DATA_DIR to the directory of a vault. Only serve and restore make one',
  ),
  log_newer: fatal(
    'log.db was written by a newer release; nothing was changed',
    'start that release or a newer one, or set VAULT_DATA_DIR to another directory',
  ),
  log_older: error(
    'log.db was written by an older release, and a command that only reads cannot bring it up to date; nothing was changed',
    'start the service once and wait until it is ready: it keeps a copy and updates the log',
  ),
  log_migrated: info(
    'the start updated log.db to the format of this release, and kept a copy of the old one; the next backup removes the copy',
  ),
  key_unusable: fatal(
    'the file of a key of the vault has no key in it',
    'restore the original file',
  ),
  secret_differs: fatal(
    'a secret that all nodes of a shared log share differs on this node, or has changed in this directory',
    'copy the secret from a node that runs',
  ),
  rule_differs: fatal(
    'a setting that all nodes of a shared log share has another value on this node; nothing was changed',
    'set the value that the message names, or set the new value on all nodes, as docs/cluster/nodes.md describes',
  ),
  building_views: info('the service builds the read models from the log before it answers'),
  listening: info('the service answers requests'),
  stopping: info('the service stops: it finishes the requests in progress'),
  stopped: info('the files are closed, and the process ends'),
  condition_over: info('the condition in the field `condition` is over'),
  http_message: info('a message of the HTTP server about one request or connection'),
  internal_error: error('the service has an unexpected fault', 'report the fault with this line'),
  systemd_not_told: warn(
    'NOTIFY_SOCKET is set, but systemd did not get a notice of the service; it may stop the service as hung',
    'install systemd-notify and set NotifyAccess=all in the unit, or set Type=exec and no WatchdogSec',
  ),
};

/** What can happen to any file. */
export const FILE_CODES = {
  disk_full: error('the disk has no space left for a file', 'free some space on that disk'),
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
    'find out who put the file there. If it is the right file, give it to the user that runs this process (chown); if not, move it out of the data directory',
  ),
  file_not_regular: error(
    'a link, a pipe, a device or a directory has the name of a file of the vault; the vault did not open it',
    'find out who put it there, and move it out of the data directory. To keep the vault elsewhere, set VAULT_DATA_DIR, which may be a link',
  ),
  too_many_files: error(
    'this process, or the machine, has reached its limit of open files',
    'raise the limit (ulimit -n, or LimitNOFILE of systemd) and start again',
  ),
  file_locked: error('another program has locked a file', 'end that program and try again'),
  file_damaged: error(
    'a file is damaged, or is not a database',
    'run memory-vault verify. If the file is log.db, restore a backup; if it is views.db, delete it: the service rebuilds it from the log',
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
    'move the log into an empty shared log with memory-vault migrate --to, or set VAULT_DATA_DIR to an empty directory',
  ),
  node_name_taken: fatal(
    'another process uses the shared log under the name of this node; nothing was changed',
    'give each node its own name with VAULT_NODE: the default is the host name',
  ),
  log_forked: fatal(
    'the copy of this node and the shared log contradict each other: one of them lost events, or was changed. This node answers only /healthz, /readyz and /metrics',
    'run memory-vault log lost to list the events that only this node has. If the shared log is right, start with --accept-loss: the node puts its copy aside and makes a new one. If the shared log is wrong, restore it first',
    'saves are refused',
  ),
  shared_log_moved: fatal(
    'memory-vault migrate --to sqlite moved the shared log into the log.db of one node, so no node can use it any more; nothing was changed',
    'use the vault of that node, with VAULT_LOG=sqlite. To share it again, run memory-vault migrate --to with an empty database',
  ),
  shared_log_unreachable: error(
    'this node cannot reach the shared log. Saves are refused. Reads go on for VAULT_MAX_LAG, then they are refused, too',
    'check PostgreSQL, and the network between it and this node: saves go on by themselves',
    'saves are refused',
  ),
  shared_log_newer: error(
    'another node runs a newer release and recorded an event that this node does not know. Saves are refused. Reads go on for VAULT_MAX_LAG, then they are refused, too',
    'upgrade this node. Next time, upgrade all nodes before you use a new feature',
    'saves are refused',
  ),
  shared_log_full: error(
    'saves are refused: PostgreSQL has no space or no memory left for the shared log. Reads go on',
    'give PostgreSQL more space or memory: saves go on by themselves',
    'saves are refused',
  ),
  shared_log_read_only: error(
    'saves are refused: PostgreSQL accepts no writes (default_transaction_read_only). Managed services set this when a disk is full',
    'find out who set it, and unset it: saves then go on by themselves',
    'saves are refused',
  ),
  shared_log_not_durable: error(
    'saves are refused: PostgreSQL would lose them with the loss of one machine, and VAULT_LOG_DURABILITY asks for more',
    'set what the message names in PostgreSQL, such as synchronous_standby_names; or change VAULT_LOG_DURABILITY',
    'saves are refused',
  ),
  shared_log_format: fatal(
    'the tables of the shared log are missing, or belong to another release; nothing was changed',
    'run memory-vault log prepare with the newest release that any node runs, then update the nodes',
  ),
  shared_log_no_access: fatal(
    'PostgreSQL refuses the login of this node, or a right that it needs',
    'check the user, the password and the database in VAULT_LOG, and pg_hba.conf; the user has to be a member of vault_node',
  ),
};

/** What can happen to the log. */
const LOG_CODES = {
  log_disk_full: error(
    'saves are refused: the disk has no space left for the log. Reads go on',
    'free some space on that disk: saves go on by themselves',
    'saves are refused',
  ),
  log_locked: error(
    'saves are refused: another program has locked the log. Reads go on',
    'end that program: saves go on by themselves',
    'saves are refused',
  ),
  log_file_gone: fatal(
    'log.db or its write-ahead log was deleted, moved or replaced while the service runs. Saves are refused; reads go on from the files that the process still has open',
    'do not stop this process yet. It still has the data: rescue it as "The data directory is gone" in docs/recover.md describes',
    'saves are refused',
  ),
  log_damaged: error(
    'the file log.db is damaged. Saves are refused, because a save could destroy more. Reads of undamaged parts go on, and hooks keep unsent records',
    'run memory-vault verify to see what is damaged, and check the disk. Stop the service and copy the data directory: its views.db has the notes since the backup. Then run memory-vault restore FILE --replace with the newest backup; it keeps the damaged log',
    'saves are refused',
  ),
  log_changed: error(
    'an event in log.db has changed since it was recorded: another program than memory-vault changed the file. All other events can be read, and saves go on',
    'run memory-vault verify to see which events changed, and compare them with a backup',
    'saves go on',
  ),
  log_broken: fatal(
    'a write to the log failed, and later writes could be lost unnoticed; the process ends',
    'check the disk and the system log, start the service again, and run memory-vault verify',
  ),
  not_verified: error(
    'a log, backup or proof could not be checked: it may be unchanged or not',
    'remove the cause that the message names, and check again',
  ),
  backup_damaged: error(
    'the backup is damaged: its verification failed. Nothing was changed',
    'restore another backup',
  ),
  log_lost_events: fatal(
    'log.db lacks events that other files of the vault have; nothing was changed, and the service does not start',
    'restore the newest backup (memory-vault restore FILE), or go on without these events (--accept-loss)',
  ),
  log_replaced: fatal(
    'the events in log.db are not those of the read models; nothing was changed, and the service does not start',
    'put back the log.db of this vault, or go on with the present one (--accept-loss)',
  ),
  loss_accepted: warn(
    'the log goes on without its lost events, because of --accept-loss; the files that still have them were kept. Where a lost event had erased a text, the text is back',
    'forget these texts again. Delete the kept files when you no longer need them: forgetting does not reach them',
  ),
  nothing_lost: info(
    '--accept-loss was given, but the log has lost nothing',
    'start without --accept-loss',
  ),
  witness_refused: error(
    'a witness did not cosign the checkpoint: it knows another history of this log',
    'find out whether the log was replaced or restored: compare it with a backup, and with GET /api/v1/audit/witnesses',
    'saves go on',
  ),
};

const SURROUNDINGS_CODES = {
  open_to_pages: info(
    'the vault needs no login, and VAULT_CORS_ORIGIN lets web pages of one origin read and write it: any program that serves this address can do so',
    'set VAULT_CORS_ORIGIN=none, unless you use such a page; or set VAULT_AUTH=session, which asks for a login',
    'saves go on',
  ),
  disk_nearly_full: warn(
    'the disk of the data directory has less than 200 MB free, or less than three times the size of views.db: a forget or a rebuild needs twice this size',
    'free some space on that disk, before saves are refused',
    'saves go on',
  ),
  clock_jumped: error(
    'the clock jumped ahead by more than a day. Saves are refused, because they would record this time for good. Reads go on',
    'set the clock right: saves then go on by themselves. If the clock is right now, start once with VAULT_CLOCK=follow',
    'saves are refused',
  ),
  clock_behind_log: warn(
    'the clock is more than a minute behind the last event. New events get the time of the last event until the clock has passed it',
    'check the clock. If it is right now, it was wrong when that event was recorded: wait',
    'saves go on',
  ),
  erasure_pending: warn(
    'a forgotten text is still in a file, since more than a minute',
    'end programs that read the vault for long (backup, verify, a rebuild or a copy); free space if the disk is full; repair read models that stopped (GET /readyz)',
    'saves go on',
  ),
};

const VIEWS_CODES = {
  rebuild_started: info('a rebuild of the read models begins'),
  rebuild_finished: info('the rebuilt read models are in use'),
  rebuild_failed: error(
    'the read models could not be rebuilt; the old ones stay in use. If these are damaged, the service tries again by itself',
    'remove the cause that the message names. If you had asked for the rebuild, ask again',
  ),
  projection_stopped: error(
    'a read model cannot apply an event; reads that need the event answer 503, all others go on',
    'report the event (GET /admin/events shows it). A release that can apply it goes on by itself',
  ),
  views_damaged: error(
    'the read models (views.db) are damaged or cannot be read; reads answer 503 until they are rebuilt',
    'wait: the service rebuilds them from the log. If this message comes back, check the disk',
    'saves go on',
  ),
  views_outdated: warn(
    'the read models (views.db) were built before a text was redacted; reads that may show it answer 503 until they are rebuilt',
    'wait: the service rebuilds them from the log',
    'saves go on',
  ),
  views_unwritable: error(
    'the read models (views.db) cannot be written; saves go on, but reads that need later events answer 503',
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

/** Those while which saves are refused. */
export const REFUSING_CODES = CONDITION_CODES.filter(
  (code) => entryOf(code).condition === 'saves are refused',
);

/** What the catalogue says about a code. */
export function entryOf(code: DiagnosticCode): Entry {
  return DIAGNOSTICS[code];
}
