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
    description: 'make the tables and roles of a shared log, or update them to this release',
    help: `
The user of the URL is a superuser, or owns the database and has CREATEROLE.
Put its password into VAULT_LOG_OWNER_PASSWORD_FILE. You may run the command
again at any time.
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
    description: 'list the events that only this node has; a service may be running',
    help: `
After a fork, some acknowledged events may be only in the copy of one node.
The vault does not bring them back, because other nodes may have gone on
without them. Save again the notes that you still want. The command only reads
the file. Delete the file when you no longer need it: forgetting does not reach
it.
`,
    examples: ['log lost', 'log lost --json log.db.forked-2026-11-20'],
  })
    .argument('[file]', 'a copy that was put aside, such as log.db.forked-… (default: log.db)')
    .option('--json', 'print one JSON object per line, with the whole event')
    .action(async (file, { json = false }) => {
      endAsExpected();
      const config = file === undefined ? existingVault() : readConfig(process.env);
      if (!config.sharedLog)
        throw new Error(
          'VAULT_LOG names no shared log to compare with: set it to the value that the nodes have',
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
      if (count === 0) output.note(`nothing is lost: the shared log has all events of ${copy}`);
      if (json || count === 0) return;
      await printRows(output, listed, COLUMNS);
      const more =
        count > listed.length ? `; the table shows ${listed.length}, --json shows all` : '';
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
    description: 'remove forgotten texts from the files of PostgreSQL; run it every night',
    help: `
PostgreSQL keeps a deleted text in its file until the file is rewritten. This
command rewrites the files that have forgotten texts. One file has a million
events: while the command rewrites it, reads and erasures of these events wait.
The command needs as much free space as the size of the file.

It does not reach the write-ahead log, standbys, archives and base backups of
PostgreSQL: they keep forgotten texts for as long as you have set there.

Set VAULT_LOG_OWNER first.
`,
    examples: ['log vacuum', 'log vacuum --newest'],
  })
    .option('--newest', 'also rewrite the file that nodes append to: saves wait meanwhile')
    .action(async ({ newest }) => {
      const place = ownerPlace(process.env);
      const { asOwner } = await clusterWork.connect();
      const { partitionsOf, vacuumPartition } = await clusterWork.owner();
      await asOwner(place, async (owner) => {
        const soiled = (await partitionsOf(owner)).filter((one) => one.erased > one.erasedBefore);
        if (soiled.length === 0)
          console.log('nothing to do: no text was erased since the last run');
        for (const partition of soiled) {
          if (partition.isNewest && !newest) {
            console.log(
              `${described(partition)}: skipped, because nodes append to it; --newest rewrites it, too`,
            );
            continue;
          }
          const start = performance.now();
          await vacuumPartition(owner, partition);
          const seconds = ((performance.now() - start) / 1000).toFixed(1);
          console.log(`${described(partition)}: rewritten in ${seconds} s`);
        }
      });
    });
}

function described({ number, erased, erasedBefore }: Partition): string {
  return `payloads_${number}: ${counted(erased - erasedBefore, 'payload')} erased`;
}

function logSecrets(log: Command): void {
  command(log, 'secrets', {
    description: 'change the secrets and rules that all nodes of a shared log share',
    help: `
All nodes of a shared log need the same VAULT_ADMIN_KEY, VAULT_TOKEN_SECRET and
VAULT_CHECKPOINT_KEY, and the same rules, such as VAULT_AUTH. A node with other
values does not start. To change them:

  1. Stop all nodes.
  2. Run this command.
  3. Change the settings on all nodes.
  4. Remove token.secret from their data directories. For a new checkpoint key,
     also remove checkpoint.key and checkpoint.latest.
  5. Start one node after the other.

Set VAULT_LOG_OWNER first.
`,
    examples: ['log secrets --renew'],
  })
    .option(
      '--renew',
      'forget the secrets and rules of the nodes: the next node that starts sets them',
    )
    .option(
      '--new-identity',
      'for a new VAULT_CHECKPOINT_KEY: also forget the checkpoints, and print the newest one',
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
          ? 'no node has set secrets or rules yet: the next node that starts sets them'
          : `forgotten: ${names}. The next node that starts sets them; give all other nodes the same`,
      );
      if (forgotten.checkpoint === undefined) return;
      console.log('the newest checkpoint with the old key; keep it on another machine:\n');
      process.stdout.write(forgotten.checkpoint);
    });
}

function logSql(log: Command): void {
  command(log, 'sql', {
    description:
      'print the SQL that checks the hashes of a shared log, to run with psql and without memory-vault',
    help: `
Each statement prints the first wrong position, or NULL if all is well. The role
vault_auditor may run the first statement.
`,
    examples: ['log sql | psql postgres://auditor@db1/vault'],
  }).action(async () => {
    const { SQL_CHECKS } = await clusterWork.sql();
    for (const { name, what, text } of SQL_CHECKS)
      console.log(`-- ${name}: finds the first event for which this is true: ${what}\n${text}\n`);
  });
}
