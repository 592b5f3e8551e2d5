import type { Entry } from './entry.js';

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
