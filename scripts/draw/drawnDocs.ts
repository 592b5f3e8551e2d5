import { readFileSync } from 'node:fs';
import { CLIENT_SETTINGS, SETTINGS } from '../../src/config/config.js';
import { OWNER_SETTINGS, SHARED_LOG_SETTINGS } from '../../src/config/sharedLogConfig.js';
import { SHARED_LOG_CODES } from '../../src/diagnostics/catalogue.js';
import { appendDiagram } from './appendDiagram.js';
import { clusterDiagram } from './clusterDiagram.js';
import { diagnosticsTable } from './diagnosticsTable.js';
import { eventsDiagram } from './eventsDiagram.js';
import { example } from './example.js';
import { floorsTable } from './floorsTable.js';
import { foldersTable } from './foldersTable.js';
import { hiveDiagram } from './hiveDiagram.js';
import { labTable } from './labTable.js';
import { limitsTable } from './limitsTable.js';
import { rolesTable } from './rolesTable.js';
import { sessionDiagram } from './sessionDiagram.js';
import { sessionPicture } from './sessionPicture.js';
import { settingsTable } from './settingsTable.js';
import { testTimesTable } from './testTimesTable.js';

/** The drawings of each document, by the name of their place in it. */
const DRAWINGS = {
  'CONTRIBUTING.md': { rooms: foldersTable, times: testTimesTable },
  'docs/architecture.md': {
    floors: floorsTable,
    session: sessionDiagram,
    events: eventsDiagram,
  },
  'docs/clients.md': {
    typescript: example('typescript.ts', 'ts'),
    python: example('python.py', 'python'),
    curl: example('curl.sh', 'sh'),
  },
  'docs/cluster.md': {
    cluster: clusterDiagram,
    append: appendDiagram,
    limits: limitsTable,
    roles: rolesTable,
    settings: settingsTable(SHARED_LOG_SETTINGS),
    messages: diagnosticsTable(SHARED_LOG_CODES),
  },
  'docs/hive.md': { hive: hiveDiagram },
  'docs/operations.md': {
    settings: settingsTable(SETTINGS),
    clients: settingsTable(CLIENT_SETTINGS),
    owners: settingsTable(OWNER_SETTINGS),
    diagnostics: diagnosticsTable(),
  },
  'lab/README.md': { programs: labTable },
} satisfies Record<string, Record<string, () => string>>;

/** The pictures that are files of their own. */
const PICTURES = {
  'docs/pictures/session.svg': () => sessionPicture('light'),
  'docs/pictures/session-dark.svg': () => sessionPicture('dark'),
} satisfies Record<string, () => string>;

/** The documents and pictures as they should be. Everything between `<!-- drawn: x -->` and `<!-- end -->` is drawn again. */
export function drawnDocs(root: URL): ReadonlyMap<URL, string> {
  const docs = new Map<URL, string>();
  for (const [path, drawings] of Object.entries(DRAWINGS)) {
    const file = new URL(path, root);
    let text = readFileSync(file, 'utf8');
    for (const [name, draw] of Object.entries(drawings)) {
      const place = new RegExp(`(<!-- drawn: ${name} -->\\n)[\\s\\S]*?(<!-- end -->)`);
      if (!place.test(text)) throw new Error(`${path} has no place for ${name}`);
      text = text.replace(place, (_, start, end) => `${start}\n${draw()}\n\n${end}`);
    }
    docs.set(file, text);
  }
  for (const [path, draw] of Object.entries(PICTURES)) docs.set(new URL(path, root), draw());
  return docs;
}
