import { readFileSync } from 'node:fs';
import { CLIENT_SETTINGS, VAULT_SETTINGS } from '../../src/config/config.js';
import { HIVE_SETTINGS } from '../../src/config/hiveConfig.js';
import { OWNER_SETTINGS, SHARED_LOG_SETTINGS } from '../../src/config/sharedLogConfig.js';
import { agentEventsTable, agentFilesTable } from './agentTables.js';
import { appendDiagram } from './appendDiagram.js';
import { clusterDiagram } from './clusterDiagram.js';
import { commandHelp, commandsTable } from './commandPages.js';
import { messagesByGroup } from './diagnosticsTable.js';
import { eventsTable } from './eventsTable.js';
import { example } from './example.js';
import { floorsTable } from './floorsTable.js';
import { foldersTable } from './foldersTable.js';
import { hiveDiagram } from './hiveDiagram.js';
import { labTable } from './labTable.js';
import { limitsTable } from './limitsTable.js';
import { problemsTable } from './problemsTable.js';
import { refusalsTable } from './refusalsTable.js';
import { rolesTable } from './rolesTable.js';
import { sessionDiagram } from './sessionDiagram.js';
import { sessionPicture } from './sessionPicture.js';
import { secretFiles, settingsTable } from './settingsTable.js';
import { testTimesTable } from './testTimesTable.js';

/** The drawings of each document, by the name of their place in it. */
const DRAWINGS = {
  'CONTRIBUTING.md': { rooms: foldersTable, times: testTimesTable },
  'docs/architecture.md': { floors: floorsTable },
  'docs/architecture/log.md': { session: sessionDiagram },
  'docs/architecture/read-models.md': { events: eventsTable },
  'docs/agents/files.md': { files: agentFilesTable, events: agentEventsTable },
  'docs/clients/examples.md': {
    typescript: example('typescript.ts', 'ts'),
    python: example('python.py', 'python'),
    curl: example('curl.sh', 'sh'),
  },
  'docs/clients/refusals.md': { refusals: refusalsTable },
  'docs/cluster.md': { cluster: clusterDiagram },
  'docs/cluster/failures.md': { limits: limitsTable },
  'docs/cluster/how.md': { append: appendDiagram },
  'docs/cluster/nodes.md': { settings: settingsTable(SHARED_LOG_SETTINGS) },
  'docs/cluster/postgresql.md': { roles: rolesTable },
  'docs/hive.md': { hive: hiveDiagram },
  'docs/settings.md': {
    files: secretFiles,
    service: settingsTable(VAULT_SETTINGS),
    shared: settingsTable(SHARED_LOG_SETTINGS),
    hive: settingsTable(HIVE_SETTINGS),
    clients: settingsTable(CLIENT_SETTINGS),
    owners: settingsTable(OWNER_SETTINGS),
  },
  'docs/audit.md': { problems: problemsTable },
  'docs/audit/proofs.md': {
    check: example('check.py', 'python'),
    text: example('text.py', 'python'),
  },
  'docs/cli.md': { commands: commandsTable, help: commandHelp },
  'docs/messages.md': { messages: messagesByGroup },
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
