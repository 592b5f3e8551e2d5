import { z } from 'zod';
import type { Peer } from './peer.js';

const Session = z.object({ session_id: z.string() });
const Hits = z.object({ results: z.array(z.unknown()).nullable() });
const Stats = z.object({ total_observations: z.number() });

/** Requests that its rate limit lets one address send in a minute: 120. */
const PER_ADDRESS = 100;

/** Korva Vault: Go, SQLite through one connection. */
export const korva: Peer = {
  name: 'Korva',
  program: {
    variable: 'KORVA_VAULT',
    name: 'korva-vault',
    source: 'AlcanDev/korva',
    main: './vault/cmd/korva-vault',
  },
  promise:
    '`synchronous=NORMAL`, a commit for each save: a 201 is not synced, and a loss of power takes back what was saved ' +
    'since the last checkpoint (1,000 pages). Its source says so (`internal/db/sqlite.go`).',
  remark:
    'Its limit of 120 requests a minute for each address cannot be turned off. The client sends another address in ' +
    '`X-Forwarded-For`, which Korva believes, after every 100 requests. A search is FTS5 syntax as it comes, so a ' +
    'question with a comma is an error.',
  start: ({ directory, port }) => ({
    args: ['-mode', 'http', '-host', '127.0.0.1', '-port', String(port)],
    env: { KORVA_VAULT_DB: `${directory}/observations.db` },
  }),
  ready: '/healthz',
  session: (project) => ({
    path: '/api/v1/sessions',
    body: JSON.stringify({ project, agent: 'bench' }),
  }),
  sessionIn: (answer) => Session.parse(answer).session_id,
  saves: '/api/v1/observations',
  together: 16,
  search: (asked, limit) =>
    `/api/v1/search?${new URLSearchParams({ ...asked, limit: `${limit}` })}`,
  context: (project) => `/api/v1/context/${encodeURIComponent(project)}`,
  hitsIn: (answer) => Hits.parse(answer).results?.length ?? 0,
  counts: '/api/v1/stats',
  notesIn: (answer) => Stats.parse(answer).total_observations,
  headers: (n) => ({ 'x-forwarded-for': addressOf(Math.floor(n / PER_ADDRESS)) }),
};

/** The `n`th private address. */
const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
