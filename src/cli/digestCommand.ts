import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '@commander-js/extra-typings';
import { dataFiles } from '../config/dataFiles.js';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import { headOf } from '../log/sqlite/headOf.js';
import { openLogReader } from '../log/sqlite/migrate.js';
import { allProjections } from '../projections/allProjections.js';
import { openSqliteReader, type Sql } from '../sqlite/sqlite.js';
import { damageIn, digestViews } from '../views/verifyViews.js';
import { cursorsOf, holdsExactly } from '../views/viewsFile.js';
import { existingVault } from './existingVault.js';
import { command } from './terminal/program.js';

export function digestCommand(program: Command): void {
  command(program, 'digest', {
    description: 'print a digest of the contents of the read models; a service may be running',
    examples: ['digest'],
  }).action(digest);
}

async function digest(): Promise<void> {
  const files = dataFiles(existingVault());
  const log = openLogReader(files.log);
  if (!existsSync(files.views)) throw notBuilt(files.views, 'is not there yet');
  const views = openSqliteReader(files.views);
  if (!holdsExactly(views, allProjections)) throw notBuilt(files.views, 'is of another release');
  // Read models that stay behind are digested as they are. The position shows it.
  await waitForViews(views, headOf(log).position);
  const { position, digest } = digestViews(views, allProjections);
  const [damage] = damageIn(views);
  if (damage !== undefined) {
    const next = 'run memory-vault rebuild, and check the disk';
    throw new Diagnostic('views_damaged', `${files.views} is damaged: ${damage}`, {
      file: files.views,
      next,
    });
  }
  console.log(`${digest} at position ${position}`);
}

function notBuilt(file: string, why: string): Diagnostic {
  const next = 'start the service once and wait until it is ready: it builds the read models';
  return new Diagnostic('not_verified', `cannot make a digest: ${file} ${why}`, { file, next });
}

const MOST_WAIT_MS = 5000;
const LOOK_MS = 20;

/**
 * Waits until every read model in a file has applied event `position`, which a running service does within moments.
 * False when that takes over five seconds.
 */
export async function waitForViews(views: Sql, position: number): Promise<boolean> {
  const isBehind = () => cursorsOf(views).some((one) => one.position < position);
  for (let waited = 0; isBehind() && waited < MOST_WAIT_MS; waited += LOOK_MS) await sleep(LOOK_MS);
  return !isBehind();
}
