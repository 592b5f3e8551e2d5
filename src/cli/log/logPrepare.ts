import type { Command } from 'commander';
import { ownerPlace } from '../../config/ownerSettings.js';
import { examplesText } from '../terminal/examplesText.js';

export function logPrepare(log: Command): void {
  log
    .command('prepare')
    .argument('[url]', 'PostgreSQL and owner (default: VAULT_LOG_OWNER)')
    .description('make the tables and roles of a shared log, or bring them up to this release')
    .addHelpText(
      'after',
      `
The user of the URL is a superuser, or owns the database and has CREATEROLE. Its password is in
VAULT_LOG_OWNER_PASSWORD_FILE. It is of no harm to run this again.
`,
    )
    .addHelpText('after', examplesText(['log prepare postgres://admin@db1,db2/vault']))
    .action(prepare);
}

async function prepare(url: string | undefined): Promise<void> {
  const place = ownerPlace(process.env, url);
  const { preparePostgres } = await import('../../log/shared/postgres/openPostgres.js');
  await preparePostgres(place);
  const { hosts, database } = place;
  const at = hosts.map(({ host, port }) => `${host}:${port}`).join(',');
  console.log(`${database} has the tables of a shared log. Next:
1. give the nodes a login:  ALTER ROLE vault_node PASSWORD '…'
2. on every node, set VAULT_LOG=postgres://vault_node@${at}/${database} and VAULT_LOG_PASSWORD_FILE, and the same
   VAULT_ADMIN_KEY, VAULT_TOKEN_SECRET and VAULT_CHECKPOINT_KEY
3. to begin with the events of a vault, run memory-vault migrate --to; otherwise start the nodes: memory-vault serve`);
}
