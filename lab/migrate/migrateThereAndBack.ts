import { join } from 'node:path';
import { openApp } from '../../src/app/openApp.js';
import { type ProgressLine, progressLine } from '../../src/cli/terminal/progress.js';
import { verifyShared } from '../../src/cluster/compareShared.js';
import { moveToPostgres } from '../../src/cluster/moveToPostgres.js';
import { moveToSqlite } from '../../src/cluster/moveToSqlite.js';
import { saveObservation } from '../../src/commands/observations.js';
import { type Config, readConfig } from '../../src/config/config.js';
import { parsePostgresUrl } from '../../src/domain/postgres.js';
import { verify } from '../../src/maintenance/verify.js';
import { newSigningKey } from '../../src/proof/signingKey.js';
import { openSqliteReader } from '../../src/sqlite/sqlite.js';
import { startPostgres } from '../../tools/postgres/postgresServer.js';
import { fillVault } from './fillVault.js';

/** Moves a vault of so many events into a PostgreSQL of its own and back. Throws where anything differs. Says how fast each part was. */
export async function migrateThereAndBack(
  directory: string,
  events: number,
  say: (line: string) => void,
): Promise<void> {
  const dataDir = join(directory, 'vault');
  const env = {
    VAULT_DATA_DIR: dataDir,
    VAULT_ADMIN_KEY: 'the key of a vault that is made up',
    VAULT_TOKEN_SECRET: 'the secret of a vault that is made up',
    VAULT_CHECKPOINT_KEY: newSigningKey('memory-vault/made-up'),
  };
  const alone = readConfig(env);
  const log = join(dataDir, 'log.db');
  await timed('filled', () => shown('filling', (report) => fillVault(alone, events, report)));
  const before = hashesOf(log);
  const server = await startPostgres();
  try {
    await server.sql('CREATE DATABASE vault');
    const owner = parsePostgresUrl(server.url('vault', 'postgres'));
    const settings = {
      VAULT_LOG: server.url('vault'),
      VAULT_NODE: 'one',
      VAULT_LOG_DURABILITY: 'single',
    };
    const node = readConfig({ ...env, ...settings });
    const { sharedLog } = node;
    if (!sharedLog) throw new Error('the settings name no shared log');

    const there = await timed('verified, and moved into PostgreSQL', () =>
      shown('sending', (onSent) => moveToPostgres(dataDir, owner, { now: Date.now(), onSent })),
    );
    say(`  of that, sent and checked in PostgreSQL: ${rateOf(there.events, there.ms)}`);
    await timed('verified, PostgreSQL as well', async () => {
      const report = await verifyShared(await verify({ logFile: log, dataDir }), sharedLog);
      if (!report.ok) throw new Error(JSON.stringify(report.problems));
    });
    await timed('taken in by an empty node', async () => {
      const other = { VAULT_DATA_DIR: join(directory, 'other'), VAULT_NODE: 'two' };
      await saveIn(readConfig({ ...env, ...settings, ...other }), 'saved by an empty node');
    });
    await timed('a start of the node that was moved, with a save', () =>
      saveIn(node, 'saved by the node that was moved'),
    );
    const back = await timed('moved back', () =>
      moveToSqlite(dataDir, sharedLog, owner, { now: Date.now() }),
    );
    if (back.events !== before.length + 2) throw new Error(`${back.events} events came back`);
  } finally {
    await server.stop();
  }
  await saveIn(alone, 'its own again');
  const after = hashesOf(log);
  const different = before.findIndex((hash, i) => hash !== after[i]);
  if (different >= 0) throw new Error(`event ${different + 1} has another hash than before`);
  say(
    `all ${before.length} hashes are as before, and ${after.length - before.length} events came behind`,
  );

  async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await work();
    const count = hashesOf(log).length;
    say(`${what}: ${rateOf(count, performance.now() - start)}`);
    return result;
  }
}

/** Draws the progress of some work as a line. */
async function shown<T>(what: string, work: (report: ProgressLine['report']) => Promise<T>) {
  const line = progressLine(what);
  try {
    return await work(line.report);
  } finally {
    line.end();
  }
}

const rateOf = (events: number, ms: number) =>
  `${events} events in ${(ms / 1000).toFixed(1)} s, ${Math.round((events / ms) * 1000)} events/s`;

function hashesOf(file: string): readonly string[] {
  const sql = openSqliteReader(file);
  try {
    const rows = sql.all<{ hash: string }>(
      'SELECT hex(hash) AS hash FROM events ORDER BY position',
    );
    return rows.map(({ hash }) => hash);
  } finally {
    sql.db.close();
  }
}

/** Opens a vault, saves a note, and closes it. */
async function saveIn(config: Config, title: string): Promise<void> {
  const app = await openApp(config);
  try {
    const absent = { tags: undefined, team: undefined, country: undefined, author: undefined };
    const flags = { session_id: undefined, dry_run: false, force: false };
    const note = { title, content: 'made up', type: 'task', project: 'p' } as const;
    const context = { meta: { actor: 'migrate' } };
    await app.executor.execute(saveObservation, { ...note, ...absent, ...flags }, context);
  } finally {
    await app.close();
  }
}
