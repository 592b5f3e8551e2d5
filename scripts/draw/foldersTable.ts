import { markdownTable } from '../../tools/markdownTable.js';
import { ROOMS } from './rooms.js';

/** The folders of the repository, for contributors. */
export function foldersTable(): string {
  const rooms = Object.entries(ROOMS).map(([room, what]) => [`src/${room}`, what] as const);
  const rows = [...rooms, ...OTHERS].map(([folder, what]) => [`\`${folder}\``, what]);
  return markdownTable(['folder', 'what is in it'], rows);
}

const OTHERS: readonly (readonly [string, string])[] = [
  ['web', 'the page of the service, a program of its own that uses the TypeScript client'],
  ['clients/typescript', 'the TypeScript client, a package of its own; the commands use it, too'],
  ['examples', 'the same small program with the TypeScript client, in Python, and with curl'],
  ['migrations', 'the format of the log, as SQL; `postgres` is that of a shared log'],
  [
    'test',
    'the tests, in the same folders as `src`; `properties`, `crash` and `attacks` test the whole service',
  ],
  [
    'deploy',
    'the proxy, the Kubernetes manifests, the dashboard and the alerts; see docs/deploy.md',
  ],
  [
    'lab',
    'what measures, attacks and tries the service by hand: benchmarks, quality of search, faults, load; see lab/README.md',
  ],
  [
    'scripts',
    'starting, installing, building, releasing, generating the client, the dashboard, and the tables, diagrams and pictures of the docs',
  ],
  ['tools', 'what `lab`, `scripts` and `test` share: a client, servers, PostgreSQL, notes'],
  [
    'docs',
    'the guide, which a service shows at `/docs/guide`; docs/README.md lists its pages by reader',
  ],
];
