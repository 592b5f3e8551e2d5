import type { Command } from 'commander';
import { SQL_CHECKS } from '../../log/shared/postgres/checkInSql.js';
import { examplesText } from '../terminal/examplesText.js';

export function logSql(log: Command): void {
  log
    .command('sql')
    .description(
      'print the SQL that checks the hashes of a shared log, to run with psql and without memory-vault',
    )
    .addHelpText(
      'after',
      `
Each statement gives the first position that is wrong, and NULL where all is well. The role vault_auditor may run the first.
`,
    )
    .addHelpText('after', examplesText(['log sql | psql postgres://auditor@db1/vault']))
    .action(() => {
      for (const { name, what, text } of SQL_CHECKS)
        console.log(`-- ${name}: the first event of which this is true: ${what}\n${text}\n`);
    });
}
