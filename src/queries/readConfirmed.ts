import type { Visibility } from '../domain/caller.js';
import { Rejection } from '../domain/rejection.js';
import { forgets, type VaultEvent } from '../events/vaultEvent.js';
import type { EventLog } from '../log/eventLog.js';
import type { Sql } from '../sqlite/sqlite.js';
import type { ReadModels } from '../views/readModels.js';
import { mayReadStream } from './streamVisibility.js';

/** The parts of an open vault that answer a read. */
export interface Readable {
  readonly log: Pick<EventLog, 'readStream'>;
  readonly readModels: ReadModels;
}

/** One thing that is asked for by its id or name. */
interface Wanted {
  /** The read models that show it. */
  readonly about: readonly [string, ...string[]];
  /** The stream that holds its events. */
  readonly stream: string;
  /** Who asks: what is behind a wall is not there. By default the read does not depend on it. */
  readonly sees?: Visibility;
  /** Whether it is shown when `last` is the newest event of its stream and no forgetting; by default yes. */
  readonly isShown?: (last: VaultEvent) => boolean | Promise<boolean>;
}

/**
 * Reads one thing. `read` throws a `Rejection` when the read models do not have it; it stands only if the log says the
 * same. A damaged index of a file answers without an error that something is not there. Then this rejects with
 * `not_ready`, and the read models are rebuilt.
 */
export async function readConfirmed<T>(
  { log, readModels }: Readable,
  { about, stream, sees, isShown = () => true }: Wanted,
  read: (views: Sql) => T,
): Promise<T> {
  const find = async () => found(await readModels.current(...about), read);
  const first = await find();
  if ('value' in first) return first.value;
  const before = await lastOf(log, stream);
  if (!before || forgets(before.type) || !(await isShown(before))) throw first.absence;
  if (sees && !(await mayReadStream(log, stream, sees))) throw first.absence;
  // It may have come since the first look. This one comes after the log was read.
  const second = await find();
  if ('value' in second) return second.value;
  // It may have been forgotten or changed meanwhile.
  const after = await lastOf(log, stream);
  if (after?.position !== before.position) throw second.absence;
  throw readModels.damaged(`they lack ${stream}, which is in the log`);
}

function found<T>(views: Sql, read: (views: Sql) => T): { value: T } | { absence: Rejection } {
  try {
    return { value: read(views) };
  } catch (error) {
    if (error instanceof Rejection && error.code !== 'not_ready') return { absence: error };
    throw error;
  }
}

async function lastOf(log: Readable['log'], stream: string): Promise<VaultEvent | undefined> {
  const [last] = await log.readStream(stream, { only: 'last' });
  return last;
}
