import { existsSync } from 'node:fs';
import type { Command } from '@commander-js/extra-typings';
import { clusterWork, type Partition } from '../app/clusterWork.js';
import { readConfig } from '../config/config.js';
import { dataFiles } from '../config/dataFiles.js';
import { ownerPlace } from '../config/sharedLogConfig.js';
import { formatTime, toSeconds } from '../domain/time.js';
import type { LogEntry } from '../log/eventLog.js';
import { existingVault } from './existingVault.js';
import { endAsExpected, misused } from './terminal/exit.js';
import { counted } from './terminal/format.js';
import { type Column, outputOf, printRows } from './terminal/output.js';
import { command } from './terminal/program.js';

export function logCommand(program: Command): void {
  const log = command(program, 'log', {
    description: 'commands for a log in PostgreSQL that several nodes share',
    examples: ['log prepare postgres://admin@db1,db2/vault', 'log lost', 'log vacuum'],
  });
  for (const define of [logPrepare, logLost, logVacuum, logSecrets, logSql]) define(log);
}

function logPrepare(log: Command): void {
  command(log, 'prepare', {
    description: 'make the tables and roles of a shared log, or bring them up to this release',
    help: `
The user of the URL is a superuser, or owns the database and has CREATEROLE. Its password is in
VAULT_LOG_OWNER_PASSWORD_FILE. You may run it again at any time.
`,
    examples: ['log prepare postgres://admin@db1,db2/vault'],
  })
    .argument('[url]', 'PostgreSQL and owner (default: VAULT_LOG_OWNER)')
    .action(prepare);
}

async function prepare(url: string | undefined): Promise<void> {
  const place = ownerPlace(process.env, url);
  const { preparePostgres } = await clusterWork.prepare();
  await preparePostgres(place);
  const { hosts, database } = place;
  const at = hosts.map(({ host, port }) => `${host}:${port}`).join(',');
  console.log(`${database} has the tables of a shared log. Next:
1. give the nodes a login:  ALTER ROLE vault_node PASSWORD '…'
2. on every node, set VAULT_LOG=postgres://vault_node@${at}/${database} and VAULT_LOG_PASSWORD_FILE, and the same
   VAULT_ADMIN_KEY, VAULT_TOKEN_SECRET and VAULT_CHECKPOINT_KEY
3. to begin with the events of a vault, run memory-vault migrate --to; otherwise start the nodes: memory-vault serve`);
}

/** A table of more rows is read by nobody; `--json` has them all. */
const MOST_ROWS = 1000;

function logLost(log: Command): void {
  command(log, 'lost', {
    description: 'list the events that only this node holds; a service may be running',
    help: `
After a fork, the copy of a node can be the only file with events that were acknowledged. Nothing brings them back by itself,
because others may have gone on without them. Save again what is still wanted. The command only reads the file. Forgetting does
not reach it: remove it when you no longer need it.
`,
    examples: ['log lost', 'log lost --json log.db.forked-2026-11-20'],
  })
    .argument('[file]', 'a copy that was put aside, such as log.db.forked-… (default: log.db)')
    .option('--json', 'one JSON object per line, with the whole event')
    .action(async (file, { json = false }) => {
      endAsExpected();
      const config = file === undefined ? existingVault() : readConfig(process.env);
      if (!config.sharedLog)
        throw new Error(
          'VAULT_LOG names no shared log to compare with: set it as it is set on the nodes',
        );
      if (file !== undefined && !existsSync(file)) throw new Error(`there is no file ${file}`);
      const { lostEvents } = await clusterWork.compare();
      const copy = file ?? dataFiles(config).log;
      const output = outputOf({ format: json ? 'ndjson' : 'table' }, process.env);
      const listed: Lost[] = [];
      let count = 0;
      for await (const entry of lostEvents(copy, config.sharedLog)) {
        count += 1;
        if (json) await printRows(output, [toLost(entry)], COLUMNS);
        else if (count <= MOST_ROWS) listed.push(toLost(entry));
      }
      if (count === 0) output.note(`nothing: the shared log has all of ${copy}`);
      if (json || count === 0) return;
      await printRows(output, listed, COLUMNS);
      const more =
        count > listed.length ? `, of which ${listed.length} are shown: --json has all` : '';
      output.note(`${counted(count, 'event')} that the shared log does not have${more}`);
    });
}

/** A line of the list: what an event said, null once it is erased. */
const toLost = ({ position, at, type, stream, data }: LogEntry) => ({
  position,
  at: formatTime(toSeconds(at)),
  type,
  stream,
  data,
});

type Lost = ReturnType<typeof toLost>;

const COLUMNS: readonly Column<Lost>[] = [
  { head: 'position', cell: ({ position }) => position },
  { head: 'time', cell: ({ at }) => at },
  { head: 'type', cell: ({ type }) => type },
  { head: 'stream', cell: ({ stream }) => stream },
  { head: 'says', cell: ({ data }) => startOf(data), isWide: true },
];

/** The first of these texts that an event has. */
const SAYING = ['title', 'content', 'goal', 'summary', 'name', 'project'] as const;
const LONGEST_START = 200;

function startOf(data: unknown): string {
  if (data === null) return '(erased)';
  if (typeof data !== 'object') return '';
  const texts = SAYING.map((name): unknown => Reflect.get(Object(data), name));
  const [text] = texts.filter((one) => typeof one === 'string');
  return String(text ?? '').slice(0, LONGEST_START);
}

function logVacuum(log: Command): void {
  command(log, 'vacuum', {
    description: 'remove forgotten texts from the files of PostgreSQL; for a timer at night',
    help: `
PostgreSQL keeps deleted texts in its files until it writes them anew. A million events share one file; reads and erasures in
it wait meanwhile. The command needs as much free space as the file has. The write-ahead log, standbys, archives
and base backups of PostgreSQL keep forgotten texts for as long as you have set there.

It needs VAULT_LOG_OWNER.
`,
    examples: ['log vacuum', 'log vacuum --newest'],
  })
    .option('--newest', 'also those to which nodes append: saves wait meanwhile')
    .action(async ({ newest }) => {
      const place = ownerPlace(process.env);
      const { asOwner } = await clusterWork.connect();
      const { partitionsOf, vacuumPartition } = await clusterWork.owner();
      await asOwner(place, async (owner) => {
        const soiled = (await partitionsOf(owner)).filter((one) => one.erased > one.erasedBefore);
        if (soiled.length === 0) console.log('nothing was erased since the last time');
        for (const partition of soiled) {
          if (partition.isNewest && !newest) {
            console.log(
              `${described(partition)}: left as it is, since nodes append to it (--newest)`,
            );
            continue;
          }
          const start = performance.now();
          await vacuumPartition(owner, partition);
          const seconds = ((performance.now() - start) / 1000).toFixed(1);
          console.log(`${described(partition)}: written anew in ${seconds} s`);
        }
      });
    });
}

function described({ number, erased, erasedBefore }: Partition): string {
  return `payloads_${number}: ${counted(erased - erasedBefore, 'payload')} erased`;
}

function logSecrets(log: Command): void {
  command(log, 'secrets', {
    description: 'let the nodes of a shared log start with new secrets and rules',
    help: `
All nodes of a shared log have the same VAULT_ADMIN_KEY, VAULT_TOKEN_SECRET and VAULT_CHECKPOINT_KEY, and the same rules, such as
VAULT_AUTH. A node with others does not start. To change them, stop all nodes, run this, change the settings on all nodes, and
remove token.secret from their data directories; for another checkpoint key, also checkpoint.key and checkpoint.latest. Then
start one after the other.

It needs VAULT_LOG_OWNER.
`,
    examples: ['log secrets --renew'],
  })
    .option(
      '--renew',
      'forget which secrets and rules the nodes have: the next one to start sets them',
    )
    .option(
      '--new-identity',
      'for another VAULT_CHECKPOINT_KEY: forget the checkpoints as well, and print the newest one',
    )
    .action(async ({ renew, newIdentity }) => {
      if (!renew) throw misused('log secrets does nothing without --renew');
      const place = ownerPlace(process.env);
      const { asOwner } = await clusterWork.connect();
      const { forgetFingerprints } = await clusterWork.owner();
      const forgotten = await asOwner(place, (owner) =>
        forgetFingerprints(owner, { checkpoints: newIdentity === true }),
      );
      const names = forgotten.secrets.join(', ');
      console.log(
        names === ''
          ? 'no node has set any secrets or rules yet: the next one to start does'
          : `forgotten: ${names}. The next node to start sets them, and the others have to have the same`,
      );
      if (forgotten.checkpoint === undefined) return;
      console.log('the newest checkpoint of the key until now, to keep on another machine:\n');
      process.stdout.write(forgotten.checkpoint);
    });
}

function logSql(log: Command): void {
  command(log, 'sql', {
    description:
      'print the SQL that checks the hashes of a shared log, to run with psql and without memory-vault',
    help: `
Each statement gives the first position that is wrong, and NULL where all is well. The role vault_auditor may run the first.
`,
    examples: ['log sql | psql postgres://auditor@db1/vault'],
  }).action(async () => {
    const { SQL_CHECKS } = await clusterWork.sql();
    for (const { name, what, text } of SQL_CHECKS)
      console.log(`-- ${name}: the first event of which this is true: ${what}\n${text}\n`);
  });
}
