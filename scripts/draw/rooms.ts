import type { Floor } from '../../test/support/floors.js';

/** What lives in each room of `src`, in one line of Markdown. */
export const ROOMS: Readonly<Record<Floor, string>> = {
  diagnostics: 'what the service tells whoever runs it: stable codes, messages, next steps',
  domain: 'basic types and pure rules: types of notes, ids, times, limits',
  privacy:
    'the privacy filter: finds secrets in a text and replaces them; knows nothing of the vault',
  proof:
    'Merkle trees, signed notes and checkpoints (RFC 6962, C2SP): made in the service, checked on the command line and in the page; knows nothing of the vault',
  witness:
    'witnesses: asks others to cosign the checkpoints of this log, and cosigns those of other logs (C2SP tlog-witness)',
  config: 'reads the settings from the environment and checks them once',
  files: 'durable directories, file permissions, who owns a file',
  secrets: 'the admin key and the tokens of invites and logins',
  connect:
    'how programs on this machine find a running service, and which project a folder belongs to',
  checkout:
    'what a client reads of the working copy: its commit, the files that its branch touches, a place in a file as an anchor, and whether anchored text has changed',
  moments:
    'which notes matter to what an agent is about to do: commands, errors and edits, the gate, and what is said of them',
  hook: 'what the hooks of agents run: a small program of its own, which never stops an agent',
  threads: 'starting worker threads, calling them and stopping them',
  sqlite: 'opening, copying and locking SQLite files, and their write-ahead logs',
  import: 'what `memory-vault import` reads: each source as the lines of an archive, one file each',
  backfill:
    'what `memory-vault backfill` reads: the transcripts of each agent in one shape (`readers/`), and what is worth keeping of them (`extract/`)',
  events: 'the event types, and how the events of a stream become its current state',
  log: 'the event log: contract, chain, guards; `sqlite/` is the engine; `verify/` checks its integrity',
  commands:
    'what a caller may change: each command checks a request and decides which events it yields; the executor',
  projections: 'the read models, one file each, and the search index',
  views: 'what keeps the read models up to date: applying events, rebuilding, swapping, wiping',
  queries: 'the read queries; `search/` finds and ranks',
  hive: 'the exchange with other instances: worker, export policy, hub',
  webhooks: 'sends events to receivers: signed messages, and a queue for each receiver',
  maintenance: 'audit, backup, restore, forgetting, purge, scrub, verify',
  cluster:
    'several nodes on one log: the log in PostgreSQL, the copy of a node, what nodes do for each other, moves between logs. Only `app` imports it',
  app: 'the wiring: opens a vault, connects its parts, closes it',
  mcp: 'the MCP server: its tools, resources and prompts, over the REST API',
  http: 'the REST API: routes, validation, errors, limits, metrics, the API document',
  setup: 'what `memory-vault setup` writes into the configuration of each agent, and takes back',
  cli: 'the commands of `memory-vault`, one file each',
};
