import { type Command, InvalidArgumentError } from 'commander';
import { textRedactor } from '../commands/textRedactor.js';
import { dataFiles } from '../config/dataFiles.js';
import { ownFilter } from '../domain/privacy/ownFilter.js';
import type { PrivacyFilter } from '../domain/privacy/privacyFilter.js';
import { parseTime } from '../domain/time.js';
import { EVERYTHING } from '../domain/visibility.js';
import { headOf } from '../log/sqlite/headOf.js';
import { streamReads } from '../log/sqlite/streamReads.js';
import { personLines } from '../maintenance/personLines.js';
import { NOW } from '../queries/asOf.js';
import { listObservations } from '../queries/listObservations.js';
import { openSqliteReader, type Sql } from '../sqlite/sqlite.js';
import { existingVault } from './existingVault.js';
import { waitForViews } from './waitForViews.js';

type Moment = { readonly position: number } | { readonly at: number };

interface Options {
  readonly asOf?: Moment;
  readonly project?: string;
  readonly team?: string;
  readonly person?: string;
}

export function exportCommand(program: Command): void {
  program
    .command('export')
    .description('print observations as NDJSON; a service may be running')
    .option('--as-of <moment>', 'as of a position in the log or an RFC 3339 time', moment)
    .option('--project <name>', 'only observations of this project')
    .option('--team <name>', 'only observations of this team')
    .option('--person <email>', 'all that forget --person would erase; goes with no other option')
    .action(exportObservations);
}

function moment(text: string): Moment {
  if (/^\d{1,15}$/.test(text)) return { position: Number(text) };
  const at = parseTime(text);
  if (at !== undefined) return { at };
  throw new InvalidArgumentError('It must be a position in the log or an RFC 3339 date-time.');
}

async function exportObservations({ asOf, person, project, team }: Options): Promise<void> {
  const { dataDir, privatePatterns } = existingVault();
  const filter = ownFilter(privatePatterns);
  if (person !== undefined) {
    if (asOf !== undefined || project !== undefined || team !== undefined) {
      throw new Error('--person goes with no other option');
    }
    return exportPerson(dataDir, person, filter);
  }
  const log = openSqliteReader(dataFiles({ dataDir }).log);
  const views = openSqliteReader(dataFiles({ dataDir }).views);
  try {
    if (!(await waitForViews(views, headOf(log).position))) {
      throw new Error('views.db has not applied the whole log: start the service once');
    }
    // One transaction, so that the export shows one moment.
    views.db.exec('BEGIN');
    const as_of = asOf === undefined ? NOW : positionAt(log, asOf);
    // As they were stored.
    const names = await textRedactor(filter).named({ project, team });
    const chosen = { ...names, as_of };
    for await (const slice of listObservations(async () => views, EVERYTHING, chosen)) {
      await write(slice.map((one) => `${JSON.stringify(one)}\n`).join(''));
    }
  } finally {
    views.db.close();
    log.db.close();
  }
}

async function exportPerson(dataDir: string, person: string, filter: PrivacyFilter): Promise<void> {
  const log = openSqliteReader(dataFiles({ dataDir }).log);
  try {
    for await (const line of personLines(streamReads(log), person, filter)) await write(line);
  } finally {
    log.db.close();
  }
}

/** The last position of the log at a moment. Times never decrease along it. */
function positionAt(log: Sql, moment: Moment): number {
  if ('position' in moment) return moment.position;
  const sql = 'SELECT position FROM events WHERE at <= ? ORDER BY position DESC LIMIT 1';
  return log.get<{ position: number }>(sql, [moment.at])?.position ?? 0;
}

/** Waits for a slow reader of the output instead of holding all of it in memory. */
async function write(text: string): Promise<void> {
  if (process.stdout.write(text)) return;
  await new Promise((resolve) => process.stdout.once('drain', resolve));
}
