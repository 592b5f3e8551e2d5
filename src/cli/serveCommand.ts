import type { Command } from 'commander';
import { readConfig } from '../config/config.js';
import { serve } from './serve.js';

export function serveCommand(program: Command): void {
  program
    .command('serve', { isDefault: true })
    .description('serve the REST API (the default command)')
    .action(() => serve(readConfig(process.env)));
}
