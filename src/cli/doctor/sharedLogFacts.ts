import { existsSync } from 'node:fs';
import { type Config, readConfig } from '../../config/config.js';
import { dataFiles } from '../../config/dataFiles.js';
import { messageOf } from '../../diagnostics/messageOf.js';
import type { Head } from '../../log/eventLog.js';
import { type Copied, copiedOf } from '../../log/sqlite/copied.js';
import { headOf } from '../../log/sqlite/headOf.js';
import { refuseOtherFormat } from '../../log/sqlite/migrate.js';
import { readShared } from '../../sqlite/glance.js';

/** What is known of the log that several nodes share. */
export interface SharedLogFacts {
  /** What log.db is the copy of; undefined where it is no copy, or is not there. */
  readonly copied: Copied | undefined;
  /** Where log.db ends; undefined where it is not there. */
  readonly copy: Head | undefined;
  /** The shared log, or why it could not be read. */
  readonly shared: SharedSeen | { readonly why: string };
}

export interface SharedSeen {
  readonly instance: string;
  readonly position: number;
  /** Its hash where log.db ends; undefined where it has no such event. */
  readonly hashAtCopy: Buffer | undefined;
}

/**
 * Looks at a shared log and its copy. Each exchange with PostgreSQL may take `timeoutMs`. Undefined where VAULT_LOG names no shared
 * log: then nothing is opened.
 */
export async function sharedLogFacts(
  env: NodeJS.ProcessEnv,
  timeoutMs: number,
): Promise<SharedLogFacts | undefined> {
  const config = readConfig(env);
  if (!config.sharedLog) return undefined;
  const { log } = dataFiles(config);
  const seen = existsSync(log)
    ? readShared(log, (sql) => {
        refuseOtherFormat(sql);
        return { copied: copiedOf(sql), copy: headOf(sql) };
      })
    : { copied: undefined, copy: undefined };
  const shared = await look(config.sharedLog, seen.copy, timeoutMs).catch((error: unknown) => ({
    why: messageOf(error),
  }));
  return { ...seen, shared };
}

async function look(
  { place, node }: NonNullable<Config['sharedLog']>,
  copy: Head | undefined,
  timeoutMs: number,
): Promise<SharedSeen> {
  // Loaded only here: nobody else needs a client of PostgreSQL.
  const { glanceAt } = await import('../../log/shared/postgres/glanceAt.js');
  return await glanceAt(place, `${node} doctor`, copy?.position ?? 0, timeoutMs);
}
