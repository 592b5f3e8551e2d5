import type { Floor } from '../../test/support/floors.js';

/** What lives in each room of `src`, in one line of Markdown. */
export const ROOMS: Readonly<Record<Floor, string>> = {
  domain: 'words and pure rules: types of notes, ids, times, limits, the privacy filter',
  config: 'the settings, read from the environment and checked once',
  files: 'durable directories, the write lock, file permissions',
  secrets: 'the admin key and the tokens of invites and sessions',
  threads: 'what all worker threads share',
  sqlite: 'opening and copying SQLite files, and their write-ahead logs',
  events: 'what can have happened, and how it folds to a state',
  log: 'the event log: contract, chain, guards; `sqlite/` is the engine; `merkle/`, `signedCheckpoint/` and `verify/` prove it',
  commands: 'what may happen: one file per command, and the executor',
  projections: 'the read models, one file each; `search/` is the search index',
  views: 'what keeps the read models up with the log: applying, rebuilding, swapping',
  queries: 'what can be asked: one file per question; `search/` finds and ranks',
  hive: 'the exchange with other instances: worker, export policy, hub',
  maintenance: 'audit, backup, restore, purge, scrub, verify',
  app: 'the wiring: opens a vault, connects its parts, closes it',
  http: 'the REST API: routes, validation, errors, limits, metrics, the API document',
  cli: 'the commands of `memory-vault`, one file each',
};
