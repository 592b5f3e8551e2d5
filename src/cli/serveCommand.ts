import type { Command } from '@commander-js/extra-typings';
import { readConfig } from '../config/config.js';
import { readClientSettings } from '../connect/clientSettings.js';
import { findService } from '../connect/findService.js';
import { Diagnostic, diagnosticOf } from '../diagnostics/diagnostic.js';
import { lineOf } from '../diagnostics/reporter.js';
import { ACCEPT_LOSS, ACCEPTS_LOSS } from './existingVault.js';
import { serve } from './serve.js';
import { serviceLogger } from './serviceLogger.js';
import { command } from './terminal/program.js';

/** A service that was started on demand ends when nobody has called it for this long. */
const IDLE_MS = 30 * 60_000;

export function serveCommand(program: Command): void {
  command(program, 'serve', {
    description: 'run the service: the API, the MCP endpoint and the page (the default command)',
    examples: ['serve'],
    isDefault: true,
  })
    .option(ACCEPT_LOSS, ACCEPTS_LOSS)
    .option(
      '--on-demand',
      'stop after 30 minutes without a request; use a free port if 7437 is in use and VAULT_PORT is not set',
    )
    .action(async ({ acceptLoss, onDemand }) => {
      let level = 'info';
      try {
        const config = readConfig(process.env);
        level = config.logLevel;
        const idleMs = onDemand ? IDLE_MS : undefined;
        await serve(config, { acceptLoss, idleMs }, await serviceLogger(level));
      } catch (thrown) {
        // Why it cannot is a line of the log, and to people at a terminal a sentence.
        const error = await besideService(thrown);
        if (process.stdout.isTTY || level === 'silent') throw error;
        const { write } = await serviceLogger(level);
        write({ ...lineOf(diagnosticOf(error)), level: 'fatal' });
        process.exitCode = 1;
      }
    });
}

/** Where a service has the directory that answers, say one that an agent has started: it, and how to take its place. */
async function besideService(error: unknown): Promise<unknown> {
  const { code, message, file, setting } = diagnosticOf(error);
  if (code !== 'directory_in_use') return error;
  const settings = readClientSettings(process.env);
  const found = await findService({ ...settings, url: undefined }).catch(() => undefined);
  if (!found) return error;
  const next =
    'use it as it is: memory-vault open shows its page. To serve here instead, type memory-vault stop first';
  return new Diagnostic(code, `${message}. That service answers at ${found.url}`, {
    file,
    setting,
    next,
  });
}
