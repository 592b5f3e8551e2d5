import { writeSync } from 'node:fs';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import type { WriteLine } from '../diagnostics/reporter.js';

/** Where a running service says everything: one line of JSON each on standard output; on a terminal, text. */
export interface ServiceLogger {
  /** For the HTTP server. A line without a code is one of the framework, and gets one. */
  readonly logger: FastifyBaseLogger;
  readonly write: WriteLine;
}

/** A logger for lines from `level` on. */
export async function serviceLogger(level: string): Promise<ServiceLogger> {
  const mixin = (line: object) => ('code' in line ? {} : { code: 'http_message' });
  const options = { level, mixin };
  const logger = process.stdout.isTTY ? pino(options, await prettyLines()) : pino(options, OUTPUT);
  return {
    logger,
    write: ({ level, msg, ...line }) => logger[level](line, msg),
  };
}

/**
 * Standard output, which leaves out what it cannot take: on a full disk, pino's own would keep lines in memory and try for ever to
 * write them at the end of the process.
 */
const OUTPUT = {
  write(line: string) {
    try {
      writeSync(1, line);
    } catch {
      // Nobody can be told.
    }
  },
};

/** The module is loaded only for a terminal. */
async function prettyLines() {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ sync: true });
}
