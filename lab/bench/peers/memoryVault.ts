import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { SERVICE_ENV, SERVICE_FLAGS } from '../../../src/config/nodeFlags.js';
import type { Peer } from './peer.js';

const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

const Session = z.object({ id: z.string() });
const Hits = z.array(z.unknown());
const Stats = z.object({ observations_total: z.number() });

/** This service, as `npm start`, the container, `service install` and hooks run it. */
export const memoryVault: Peer = {
  name: 'Memory Vault',
  promise:
    'A 200 is on disk: the log is synced (`fsync`) before the answer. Saves that come at the same time share a commit.',
  remark: 'Without its rate limit (`VAULT_RATE_LIMIT=0`).',
  start: ({ directory, port }) => ({
    args: [...SERVICE_FLAGS, CLI, 'serve'],
    env: {
      ...SERVICE_ENV,
      VAULT_DATA_DIR: directory,
      VAULT_PORT: String(port),
      VAULT_RATE_LIMIT: '0',
      VAULT_LOG_LEVEL: 'warn',
    },
  }),
  ready: '/readyz',
  session: (project) => ({
    path: '/api/v1/sessions',
    body: JSON.stringify({ project, agent: 'bench' }),
  }),
  sessionIn: (answer) => Session.parse(answer).id,
  saves: '/api/v1/observations',
  together: 16,
  search: (asked, limit) =>
    `/api/v1/search?${new URLSearchParams({ ...asked, limit: `${limit}` })}`,
  context: (project) => `/api/v1/context/${encodeURIComponent(project)}`,
  hitsIn: (answer) => Hits.parse(answer).length,
  counts: '/api/v1/stats',
  notesIn: (answer) => Stats.parse(answer).observations_total,
};
