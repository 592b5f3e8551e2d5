import type { Entry } from './entry.js';

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
