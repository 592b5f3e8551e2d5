import type { Command } from 'commander';
import { readConfig } from '../config.js';
import { serve } from '../main.js';

export function serveCommand(program: Command): void {
  program
    .command('serve', { isDefault: true })
    .description('serve the REST API (the default)')
    .action(() => serve(readConfig(process.env)));
}
