import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../config.js';
import { openSqliteReader } from '../log/sqlite.js';
import { allProjections } from '../projections/allProjections.js';
import { digestViews } from '../projections/digest.js';

export function digestCommand(program: Command): void {
  program
    .command('digest')
    .description('print a digest of what the read models hold; works beside a running service')
    .action(digest);
}

function digest(): void {
  const { dataDir } = readConfig(process.env);
  const file = join(dataDir, 'views.db');
  if (!existsSync(file)) throw new Error(`${dataDir} holds no read models: start the service once`);
  const { position, digest } = digestViews(openSqliteReader(file), allProjections);
  console.log(`${digest} at position ${position}`);
}
