import type { Command } from 'commander';
import { logLost } from './log/logLost.js';
import { logPrepare } from './log/logPrepare.js';
import { logSecrets } from './log/logSecrets.js';
import { logSql } from './log/logSql.js';
import { logVacuum } from './log/logVacuum.js';
import { examplesText } from './terminal/examplesText.js';

export function logCommand(program: Command): void {
  const log = program
    .command('log')
    .description('commands for a log in PostgreSQL that several nodes share')
    .addHelpText(
      'after',
      examplesText(['log prepare postgres://admin@db1,db2/vault', 'log lost', 'log vacuum']),
    );
  for (const define of [logPrepare, logLost, logVacuum, logSecrets, logSql]) define(log);
}
