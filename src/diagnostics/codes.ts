/** How bad it is: the service cannot go on; something is refused or missing; something will go wrong if nobody acts; good to know. */
export type Level = 'fatal' | 'error' | 'warn' | 'info';

/** What the catalogue says about a code. */
export interface Entry {
  readonly level: Level;
  /** What it means, for the list in docs/operations.md. */
  readonly meaning: string;
  /** What to do about it; nothing where all is well. */
  readonly next?: string;
  /** Set for a state that lasts: whether saves are refused until it is over. */
  readonly condition?: 'saves are refused' | 'saves go on';
}

/** What a start and a stop say. */
export const START_CODES = {
  setting_wrong: {
    level: 'fatal',
    meaning: 'a setting has a value that it cannot have',
    next: 'correct the setting and start again: memory-vault settings lists them',
  },
  setting_unknown: {
    level: 'warn',
    meaning: 'a VAULT_ variable is set that is not a setting of this release',
    next: 'check how it is spelled: memory-vault settings lists them',
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
  directory_foreign: {
    level: 'fatal',
    meaning:
      'the data directory belongs to another user, who could replace the files of the vault; nothing was changed',
    next: 'run memory-vault as the user who owns the directory, or give it to this one with chown -R',
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
  log_older: {
    level: 'error',
    meaning:
      'log.db was written by an older release, and a command that only reads cannot bring it up to date; nothing was changed',
    next: 'start the service once and wait until it is ready: it keeps a copy, and brings the log up to date',
  },
  log_migrated: {
    level: 'info',
    meaning:
      'a start has brought log.db to the format of this release, and has kept a copy of how it was: the next backup removes that',
  },
  key_unusable: {
    level: 'fatal',
    meaning: 'a file that should hold a key of the vault holds none',
    next: 'put back the original file',
  },
  secret_differs: {
    level: 'fatal',
    meaning:
      'a secret that all nodes of a shared log have in common is another one here, or another one than this directory had before',
    next: 'copy it from a node that runs',
  },
  rule_differs: {
    level: 'fatal',
    meaning:
      'a setting that has to be the same on all nodes of a shared log has another value on this one; nothing was changed',
    next: 'give it the value that the message names, or set the new one on all nodes, as docs/cluster.md says',
  },
  building_views: {
    level: 'info',
    meaning: 'the read models are built from the log before the service answers',
  },
  listening: { level: 'info', meaning: 'the service answers requests' },
  stopping: { level: 'info', meaning: 'the service was asked to stop and finishes what it began' },
  stopped: { level: 'info', meaning: 'the files are closed, and the process ends' },
} as const satisfies Record<string, Entry>;

/** What can happen to any file. */
export const FILE_CODES = {
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
  file_foreign: {
    level: 'error',
    meaning:
      'a file in the data directory has the name of a file of the vault and belongs to another user',
    next: 'find out who put it there. Give it to the user that runs this process (chown) if it is the right one, or move it out of the data directory',
  },
  file_not_regular: {
    level: 'error',
    meaning:
      'what has the name of a file of the vault is a link, a pipe, a device or a directory; it was not opened',
    next: 'find out who put it there, and move it out of the data directory. To keep the vault elsewhere, set VAULT_DATA_DIR, which may be a link',
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
} as const satisfies Record<string, Entry>;

/** What happens only where several nodes share a log. */
export const SHARED_LOG_CODES = {
  log_is_copy: {
    level: 'fatal',
    meaning:
      'log.db is the copy of a shared log, and VAULT_LOG does not name one; nothing was changed',
    next: 'set VAULT_LOG to the address of the shared log. To leave it for good, run memory-vault migrate --to sqlite',
  },
  log_is_own: {
    level: 'fatal',
    meaning:
      'log.db is a log of its own with events, and VAULT_LOG names a shared log; nothing was changed',
    next: 'move it into an empty shared log with memory-vault migrate --to, or set VAULT_DATA_DIR to an empty directory',
  },
  node_name_taken: {
    level: 'fatal',
    meaning:
      'another process takes part in the shared log under the name of this node; nothing was changed',
    next: 'give each node a name of its own with VAULT_NODE: by default it is the host name',
  },
  log_forked: {
    level: 'fatal',
    meaning:
      'the copy of this node and the shared log contradict each other: one of them lost events, or was changed. This node answers nothing but /healthz, /readyz and /metrics',
    next: 'memory-vault log lost lists what only this node holds. If the shared log is right, start with --accept-loss: the copy is put aside and made anew. If it is not, restore the shared log first',
    condition: 'saves are refused',
  },
  shared_log_moved: {
    level: 'fatal',
    meaning:
      'the shared log was moved into the log.db of one node with memory-vault migrate --to sqlite, and no node goes on with it; nothing was changed',
    next: 'use the vault of that node, with VAULT_LOG=sqlite. To share it again, run memory-vault migrate --to with an empty database',
  },
  shared_log_unreachable: {
    level: 'error',
    meaning:
      'this node cannot reach the shared log. Saves are refused; reads are answered for VAULT_MAX_LAG, then refused as well',
    next: 'check PostgreSQL, and the network between it and this node: saves go on by themselves',
    condition: 'saves are refused',
  },
  shared_log_newer: {
    level: 'error',
    meaning:
      'another node runs a newer release and recorded what this one does not know. Saves are refused; reads are answered for VAULT_MAX_LAG, then refused as well',
    next: 'upgrade this node. Upgrade all nodes before one of them uses what is new',
    condition: 'saves are refused',
  },
} as const satisfies Record<string, Entry>;

/** What the PostgreSQL of a shared log can tell. */
export const POSTGRES_CODES = {
  shared_log_full: {
    level: 'error',
    meaning:
      'saves are refused, because PostgreSQL has no space or no memory left for the shared log; reads go on',
    next: 'give PostgreSQL more space or memory: saves go on by themselves',
    condition: 'saves are refused',
  },
  shared_log_read_only: {
    level: 'error',
    meaning:
      'saves are refused, because PostgreSQL takes no writes (default_transaction_read_only). Managed services set this where a disk is full',
    next: 'find out who set it, and take it back: saves go on by themselves',
    condition: 'saves are refused',
  },
  shared_log_not_durable: {
    level: 'error',
    meaning:
      'saves are refused, because PostgreSQL would lose them with one machine, and VAULT_LOG_DURABILITY asks for more',
    next: 'set what the message names, such as synchronous_standby_names, in PostgreSQL. VAULT_LOG_DURABILITY says what is asked for',
    condition: 'saves are refused',
  },
  shared_log_format: {
    level: 'fatal',
    meaning:
      'the tables of the shared log are missing, or are of another release than this one; nothing was changed',
    next: 'run memory-vault log prepare with the newest release that any node runs, then update the nodes',
  },
  shared_log_no_access: {
    level: 'fatal',
    meaning: 'PostgreSQL does not let this node in, or does not let it do what it has to',
    next: 'check the user, the password and the database in VAULT_LOG, and pg_hba.conf; the user has to be a member of vault_node',
  },
} as const satisfies Record<string, Entry>;
