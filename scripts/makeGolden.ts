// Writes the golden log of this release: a log in which every type of event occurs, and the digest of its
// read models. Later releases replay it; see `test/golden.test.ts`. With `--digests` the logs stay, and
// the digests are written again: for a release that changes the read models on purpose. `--as NAME` writes the log of what
// comes between two releases.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApp } from '../src/app/openApp.js';
import { readConfig } from '../src/config/config.js';
import { VERSION } from '../src/config/version.js';
import { buildServer } from '../src/http/server.js';
import { scrub } from '../src/maintenance/scrub.js';
import { privacyFilter, type Redacted } from '../src/privacy/privacyFilter.js';
import { openSqliteReader } from '../src/sqlite/sqlite.js';
import { dumpDatabase } from './golden/dumpDatabase.js';
import { goldenDigest } from './golden/goldenDigest.js';
import { story, UNKNOWN_SECRET } from './golden/story.js';

const FOLDER = fileURLToPath(new URL('../test/golden/', import.meta.url));
const START = Date.UTC(2026, 10, 20, 9, 30);

const [, , option, name = VERSION] = process.argv;
if (option !== '--digests') writeFileSync(join(FOLDER, `${name}.sql`), await log());
for (const file of readdirSync(FOLDER).filter((one) => one.endsWith('.sql'))) {
  const sql = readFileSync(join(FOLDER, file), 'utf8');
  const digest = await inTemporaryDirectory((directory) => goldenDigest(sql, directory));
  writeFileSync(join(FOLDER, file.replace('.sql', '.digest')), `${digest}\n`);
  console.log(`${file} ${digest}`);
}

/** A log with the story in it, as SQL. */
function log(): Promise<string> {
  return inTemporaryDirectory(async (directory) => {
    const config = readConfig({ VAULT_DATA_DIR: directory, VAULT_RATE_LIMIT: '0' });
    let now = START;
    const clock = () => now;
    const wait = (ms: number) => {
      now += ms;
    };
    const app = await openApp({ ...config, logLevel: 'silent' }, { clock, filter: olderFilter() });
    const server = await buildServer(app);
    const adminKey = readFileSync(join(directory, 'admin.key'), 'utf8').trim();
    await story({ server, adminKey, wait, sweep: () => app.abandonIdleSessions() });
    await server.close();
    await app.close();
    // Today's filter finds a secret that was stored before.
    const today = await openApp(config, { clock });
    await scrub(today, { dryRun: false, onProgress: () => {} });
    await today.close();
    const reader = openSqliteReader(join(directory, 'log.db'));
    const sql = dumpDatabase(reader.db);
    reader.db.close();
    return sql;
  });
}

/** A filter that does not know one secret. */
function olderFilter() {
  const filter = privacyFilter();
  return async (text: string) =>
    text === UNKNOWN_SECRET ? { text: text as Redacted, finds: [] } : filter(text);
}

async function inTemporaryDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-golden-'));
  try {
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
