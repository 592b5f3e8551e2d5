import { z } from 'zod';
import type { Peer } from './peer.js';

const Session = z.object({ id: z.string() });
/** It answers `null` when nothing was found. */
const Hits = z.array(z.unknown()).nullable();
const Stats = z.object({ total_observations: z.number() });

/** engram: Go, SQLite through a pool of connections. */
export const engram: Peer = {
  name: 'engram',
  program: {
    variable: 'ENGRAM',
    name: 'engram',
    source: 'Gentleman-Programming/engram',
    main: './cmd/engram',
  },
  promise:
    '`synchronous=NORMAL`, a commit for each save: a 201 is not synced, and a loss of power takes back what was saved ' +
    'since the last checkpoint (1,000 pages). Its source sets this and how long to wait for a lock on one connection ' +
    '(`internal/store/store.go`). Requests at the same time open more, which have the defaults of SQLite: `FULL`, and ' +
    'no waiting, so a save that comes during another is refused as locked.',
  remark: 'It cuts contents at 2,000 bytes.',
  start: ({ directory, port }) => ({
    args: ['serve', String(port)],
    env: { ENGRAM_DATA_DIR: directory },
  }),
  ready: '/health',
  session: (project, n) => ({
    path: '/sessions',
    body: JSON.stringify({ id: `session-${n}`, project }),
  }),
  sessionIn: (answer) => Session.parse(answer).id,
  saves: '/observations',
  together: 1,
  search: (asked, limit) => `/search?${new URLSearchParams({ ...asked, limit: `${limit}` })}`,
  context: (project) => `/context?${new URLSearchParams({ project })}`,
  hitsIn: (answer) => Hits.parse(answer)?.length ?? 0,
  counts: '/stats',
  notesIn: (answer) => Stats.parse(answer).total_observations,
};
