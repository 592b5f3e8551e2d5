import { writeSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../../src/app/app.js';
import { openApp } from '../../../src/app/openApp.js';
import { rebuild } from '../../../src/cli/rebuildCommand.js';
import { readConfig } from '../../../src/config/config.js';
import { adminKeyFile } from '../../../src/secrets/adminKey.js';
import { readSecret } from '../../../src/secrets/secretFile.js';
import { Database } from '../../../src/sqlite/database.js';
import { openSqliteReader } from '../../../src/sqlite/sqlite.js';
import { plainFilter } from '../../support/plainFilter.js';
import type { Answer, Request } from '../requests.js';
import { answer } from './answer.js';

/**
 * A short life of a vault, the same on every run: `workload.js DIRECTORY first|second`. The first part
 * begins with nothing and leaves without closing; the second finds what it left. Each answer is written to
 * standard output before anything else happens.
 */
const [directory = '', part] = process.argv.slice(2);

// Only this test opens a log with another durability; the service has no such setting.
const { LOG_SYNCHRONOUS } = process.env;
if (LOG_SYNCHRONOUS !== undefined) {
  const { pragma } = Database.prototype;
  Database.prototype.pragma = function (source, options) {
    return pragma.call(this, source.replace('= FULL', `= ${LOG_SYNCHRONOUS}`), options);
  };
}

let clock = Date.UTC(2026, 10, 20, 9, 30);

const print = (answer: Answer) => void writeSync(1, `${JSON.stringify(answer)}\n`);

async function open(): Promise<App> {
  const app = await openApp(readConfig({ VAULT_DATA_DIR: directory }), {
    clock: () => clock++,
    filter: plainFilter,
    checkpointPages: 20,
    onBroken({ cause }) {
      console.error(String(cause));
      process.exit(1);
    },
  });
  // Small, so that write-ahead logs start over sometimes, as in a longer life.
  (await app.readModels.latest()).db.pragma('wal_autocheckpoint = 60');
  print({ is: 'key', key: readSecret(adminKeyFile(directory)) });
  return app;
}

/** Sends several requests at the same time, so that they share a commit. */
async function ask(app: App, ...requests: readonly Request[]): Promise<Answer[]> {
  return Promise.all(
    requests.map(async (request) => {
      const given = await answer(app, request);
      print(given);
      return given;
    }),
  );
}

const save = (title: string, session?: string): Request => ({ do: 'save', title, session });

async function first(): Promise<void> {
  let app = await open();
  const [started] = await ask(app, { do: 'start', goal: 'first' });
  const session = started?.is === 'started' ? started.id : undefined;
  for (const title of ['one', 'two']) await ask(app, save(title, session));
  await ask(app, ...['three', 'four', 'five', 'six'].map((title) => save(title, session)));
  await ask(app, save('one', session));
  await ask(app, { do: 'save', title: 'two', session, force: true });
  await app.close();
  app = await open();
  await ask(app, save('seven', session), save('eight'), save('nine', session));
  await ask(app, { do: 'save', title: 'ten', key: 'the key of ten' });
  if (session) await ask(app, { do: 'end', session });
  // Stays in the write-ahead logs until the next start.
  await ask(app, { do: 'save', title: 'ephemeral', key: 'the key of ephemeral' });
  // Closes nothing, as if the process had been killed.
  process.exit(0);
}

async function second(): Promise<void> {
  await rebuildWhileRead();
  const app = await open();
  const [started] = await ask(app, { do: 'start', goal: 'second' });
  const session = started?.is === 'started' ? started.id : undefined;
  for (const title of ['red', 'green', 'yellow', 'white']) await ask(app, save(title, session));
  await ask(app, save('red', session), save('blue', session));
  await ask(app, { do: 'save', title: 'green', session, force: true });
  const again = await ask(app, { do: 'save', title: 'ten', key: 'the key of ten' });
  for (const { is, id } of again.flatMap((given) => ('id' in given ? [given] : []))) {
    if (is === 'stored') await ask(app, { do: 'revise', id, title: 'ten, revised' });
  }
  const [ephemeral] = await ask(app, {
    do: 'save',
    title: 'ephemeral',
    key: 'the key of ephemeral',
  });
  if (ephemeral?.is === 'stored')
    await ask(app, { do: 'forget', id: ephemeral.id, title: ephemeral.title });
  if (session) await ask(app, { do: 'end', session });
  await app.close();
}

/** Rebuilds the read models during a read, so that their write-ahead log stays. */
async function rebuildWhileRead(): Promise<void> {
  const reader = openSqliteReader(join(directory, 'views.db'));
  reader.all('SELECT * FROM cursors');
  await rebuild(readConfig({ VAULT_DATA_DIR: directory }), () => {});
  reader.db.close();
}

try {
  await (part === 'first' ? first() : second());
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
