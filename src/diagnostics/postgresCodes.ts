import type { Entry } from './entry.js';

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
