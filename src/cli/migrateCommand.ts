import type { Command } from '@commander-js/extra-typings';
import { clusterWork } from '../app/clusterWork.js';
import { readConfig } from '../config/config.js';
import { ownerPlace } from '../config/sharedLogConfig.js';
import { existingVault } from './existingVault.js';
import { counted } from './terminal/format.js';
import { command } from './terminal/program.js';
import { progressLine } from './terminal/progress.js';

const HELP = `
Stop the service first. If the command is interrupted, run it again. All events
keep their positions, ids and hashes: checkpoints and proofs stay valid.

  --to postgres://…  moves the log into an empty shared log. This directory
                     becomes the directory of a node. The user of the URL is a
                     superuser, or owns the database and has CREATEROLE. Put its
                     password into VAULT_LOG_OWNER_PASSWORD_FILE.
  --to sqlite        makes the log.db of this node the only log, and closes the
                     shared log for good. Set VAULT_LOG and VAULT_LOG_OWNER
                     first.
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
  const [verifying, sending] = [progressLine('verifying the log'), progressLine('sending the log')];
  const { events, hash, instance, wasThere, ms } = await moveToPostgres(dataDir, place, {
    now: Date.now(),
    onVerified: verifying.report,
    onSent: sending.report,
  });
  for (const line of [verifying, sending]) line.end();
  const how = wasThere
    ? 'an earlier run has sent them'
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
    throw new Error('VAULT_LOG names no shared log: set it to the value that the nodes have');
  const owner = ownerPlace(process.env);
  const { dataDir } = existingVault();
  const { moveToSqlite } = await clusterWork.toSqlite();
  const [taking, verifying] = [
    progressLine('reading the newest events'),
    progressLine('verifying the log'),
  ];
  const { events, hash, wasClosed } = await moveToSqlite(dataDir, sharedLog, owner, {
    now: Date.now(),
    onTakenIn: taking.report,
    onVerified: verifying.report,
  });
  for (const line of [taking, verifying]) line.end();
  const how = wasClosed ? 'an earlier run has closed the shared log' : 'the shared log is closed';
  console.log(
    `${counted(events, 'event')}, the last with hash ${hash}: ${how}; no node can use it any more`,
  );
  console.log(
    `${dataDir} is a vault with its own log again: remove VAULT_LOG, and type memory-vault serve`,
  );
}
