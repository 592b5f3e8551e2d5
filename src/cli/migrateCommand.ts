import type { Command } from '@commander-js/extra-typings';
import { clusterWork } from '../app/clusterWork.js';
import { readConfig } from '../config/config.js';
import { ownerPlace } from '../config/sharedLogConfig.js';
import { existingVault } from './existingVault.js';
import { counted } from './terminal/format.js';
import { command } from './terminal/program.js';
import { progressLine } from './terminal/progress.js';

const HELP = `
The positions, ids and hashes of all events stay as they are: checkpoints and proofs stay good. Stop the service first. If
the command is interrupted, run it again.

  --to postgres://…  moves the log into an empty shared log. The user of the URL is a superuser, or owns the database and has
                     CREATEROLE; put its password into VAULT_LOG_OWNER_PASSWORD_FILE. This directory becomes that of a node.
  --to sqlite        makes the log.db of this node, which is stopped, the only log, and closes the shared log for good. It
                     needs VAULT_LOG, and VAULT_LOG_OWNER.
`;

export function migrateCommand(program: Command): void {
  command(program, 'migrate', {
    description: 'move the log into a PostgreSQL that several nodes share, or back into log.db',
    help: HELP,
    examples: ['migrate --to postgres://admin@db1,db2/vault', 'migrate --to sqlite'],
  })
    .requiredOption('--to <place>', 'the URL of a PostgreSQL, or sqlite')
    .action(({ to }: { to: string }) => (to === 'sqlite' ? toSqlite() : toPostgres(to)));
}

async function toPostgres(url: string): Promise<void> {
  const place = ownerPlace(process.env, url);
  const { dataDir } = existingVault();
  const { moveToPostgres } = await clusterWork.toPostgres();
  const [verifying, sending] = [progressLine('verifying the log'), progressLine('sending it')];
  const { events, hash, instance, wasThere, ms } = await moveToPostgres(dataDir, place, {
    now: Date.now(),
    onVerified: verifying.report,
    onSent: sending.report,
  });
  for (const line of [verifying, sending]) line.end();
  const how = wasThere
    ? 'an earlier run had sent them'
    : `sent and checked in ${(ms / 1000).toFixed(1)} s`;
  console.log(`${counted(events, 'event')}, the last with hash ${hash}: ${how}`);
  const { hosts, database } = place;
  const at = hosts.map(({ host, port }) => `${host}:${port}`).join(',');
  console.log(`${dataDir} is now the copy of the shared log ${instance}. Next:
1. give the nodes a login:  ALTER ROLE vault_node PASSWORD '…'
2. on every node, set VAULT_LOG=postgres://vault_node@${at}/${database} and VAULT_LOG_PASSWORD_FILE, and the same
   VAULT_ADMIN_KEY, VAULT_TOKEN_SECRET and VAULT_CHECKPOINT_KEY: those of this directory are in admin.key, token.secret and
   checkpoint.key
3. start this one first: memory-vault serve`);
}

async function toSqlite(): Promise<void> {
  const { sharedLog } = readConfig(process.env);
  if (!sharedLog)
    throw new Error('VAULT_LOG names no shared log: set it as it is set on the nodes');
  const owner = ownerPlace(process.env);
  const { dataDir } = existingVault();
  const { moveToSqlite } = await clusterWork.toSqlite();
  const [taking, verifying] = [progressLine('reading the rest'), progressLine('verifying the log')];
  const { events, hash, wasClosed } = await moveToSqlite(dataDir, sharedLog, owner, {
    now: Date.now(),
    onTakenIn: taking.report,
    onVerified: verifying.report,
  });
  for (const line of [taking, verifying]) line.end();
  const how = wasClosed ? 'an earlier run had closed the shared log' : 'the shared log is closed';
  console.log(
    `${counted(events, 'event')}, the last with hash ${hash}: ${how}, and no node goes on with it`,
  );
  console.log(`${dataDir} is a vault of its own again: remove VAULT_LOG, and start it`);
}
