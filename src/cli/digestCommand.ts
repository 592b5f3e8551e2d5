import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { dataFiles } from '../config/dataFiles.js';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import { headOf } from '../log/sqlite/headOf.js';
import { allProjections } from '../projections/allProjections.js';
import { openSqliteReader } from '../sqlite/sqlite.js';
import { damageIn } from '../views/damageIn.js';
import { digestViews } from '../views/digest.js';
import { existingVault } from './existingVault.js';
import { examplesText } from './terminal/examplesText.js';
import { waitForViews } from './waitForViews.js';

export function digestCommand(program: Command): void {
  program
    .command('digest')
    .description('print a digest of the contents of the read models; a service may be running')
    .addHelpText('after', examplesText(['digest']))
    .action(digest);
}

async function digest(): Promise<void> {
  const { dataDir } = existingVault();
  const files = dataFiles({ dataDir });
  if (!existsSync(files.views)) {
    throw new Error(`${dataDir} has no views.db: start the service once`);
  }
  const views = openSqliteReader(files.views);
  // Read models that stay behind are digested as they are. The position shows it.
  await waitForViews(views, headOf(openSqliteReader(files.log)).position);
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
