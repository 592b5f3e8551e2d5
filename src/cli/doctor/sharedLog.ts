import { existsSync } from 'node:fs';
import { clusterWork } from '../../app/clusterWork.js';
import { type Config, readConfig } from '../../config/config.js';
import { dataFiles } from '../../config/dataFiles.js';
import { messageOf } from '../../diagnostics/diagnostic.js';
import type { Head } from '../../log/eventLog.js';
import { type Copied, copiedOf } from '../../log/sqlite/copied.js';
import { headOf } from '../../log/sqlite/headOf.js';
import { refuseOtherFormat } from '../../log/sqlite/migrate.js';
import { readShared } from '../../sqlite/databaseFiles.js';
import { counted } from '../terminal/format.js';
import { type Finding, ok, warn, wrong } from './check.js';

/** What is known of the log that several nodes share. */
export interface SharedLogFacts {
  /** What log.db is the copy of; undefined where it is no copy, or is not there. */
  readonly copied: Copied | undefined;
  /** Where log.db ends; undefined where it is not there. */
  readonly copy: Head | undefined;
  /** The shared log, or why it could not be read. */
  readonly shared: SharedSeen | { readonly why: string };
}

interface SharedSeen {
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
  const { glanceAt } = await clusterWork.glance();
  return await glanceAt(place, `${node} doctor`, copy?.position ?? 0, timeoutMs);
}

/** Some events behind is usual while others save; a node that runs is never far behind. */
const FAR_BEHIND = 1000;

/** Nothing is said where a vault is shared by nobody. */
export function sharedLogChecks(facts: SharedLogFacts | undefined): readonly Finding[] {
  if (!facts) return [];
  const { copied, shared } = facts;
  const name = 'shared log';
  if ('why' in shared) return [wrong(name, `it cannot be read: ${shared.why}`)];
  const { instance, position } = shared;
  const found = ok(name, `it can be read: ${counted(position, 'event')}`);
  const isOther = copied !== undefined && copied.instance !== instance;
  return [found, ...(isOther ? [otherLog(copied.instance, instance)] : copyChecks(facts, shared))];
}

function otherLog(ours: string, theirs: string): Finding {
  const says = `log.db is the copy of ${ours}, and VAULT_LOG names ${theirs}: these are two logs, or the shared log was moved away`;
  return wrong('copy', says);
}

function copyChecks({ copy, copied }: SharedLogFacts, shared: SharedSeen): readonly Finding[] {
  const name = 'copy';
  if (!copy || copy.position === 0)
    return [ok(name, 'it is empty: the first node that starts fills it')];
  if (!copied) {
    const says =
      'log.db is a log of its own with events, and VAULT_LOG names a shared log: move it into an empty one, or set another VAULT_DATA_DIR';
    return [wrong(name, says, { type: 'memory-vault help migrate' })];
  }
  if (!shared.hashAtCopy?.equals(copy.hash)) {
    const says = `it has event ${copy.position}, and the shared log does not: the two contradict each other`;
    return [wrong(name, says, { type: 'memory-vault log lost' })];
  }
  const behind = shared.position - copy.position;
  const says = `${counted(behind, 'event')} behind`;
  if (behind < FAR_BEHIND) return [ok(name, behind === 0 ? 'it has all events' : says)];
  return [warn(name, `${says}: the node is stopped, or it cannot reach the shared log`)];
}
