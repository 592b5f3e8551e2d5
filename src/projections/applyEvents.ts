import Database from 'better-sqlite3';
import type { VaultEvent } from '../events/vaultEvent.js';
import type { Head } from '../log/eventLog.js';
import type { Sql } from '../log/sqlite.js';
import type { Projection } from './projection.js';

/** A projection on its way along the log. */
export interface Progress {
  readonly projection: Projection;
  /** The last event it has seen. */
  readonly position: number;
  /** Set once a handler threw: the projection stays where it is. */
  readonly stopped?: { readonly at: number; readonly error: string } | undefined;
}

/**
 * Applies events to each projection in one transaction, checkpoints included. A projection whose
 * handler throws keeps what came before, stops, and holds up no other. Throws when the file itself
 * cannot be written; then nothing was applied.
 */
export function applyEvents(
  views: Sql,
  progress: readonly Progress[],
  events: readonly VaultEvent[],
  head: Head,
): readonly Progress[] {
  return views.db
    .transaction(() => {
      const after = progress.map((one) => (one.stopped ? one : advance(views, one, events)));
      // Only forward: a page read before a later commit was applied must not take that back.
      views.run('UPDATE source SET position = :position, hash = :hash WHERE position < :position', {
        position: head.position,
        hash: head.hash,
      });
      return after;
    })
    .immediate();
}

function advance(views: Sql, progress: Progress, events: readonly VaultEvent[]): Progress {
  const { projection } = progress;
  const unseen = events.filter((event) => event.position > progress.position);
  let position = progress.position;
  let stopped: Progress['stopped'];
  // A transaction inside a transaction is a savepoint: one for all, and one each to find the culprit.
  const together = attempt(views, () => {
    for (const event of unseen) applyOne(views, projection, event);
    projection.settle?.(views);
  });
  if (!together) position = unseen.at(-1)?.position ?? position;
  else {
    for (const event of unseen) {
      const error = attempt(views, () => {
        applyOne(views, projection, event);
        projection.settle?.(views);
      });
      if (error) {
        stopped = { at: event.position, error: error.message };
        break;
      }
      position = event.position;
    }
  }
  views.run('UPDATE checkpoints SET position = ? WHERE name = ?', [position, projection.name]);
  return { projection, position, stopped };
}

function applyOne(views: Sql, { handlers }: Projection, event: VaultEvent): void {
  // The key picks the handler of that very type; the compiler cannot follow that over a union.
  const handler = handlers[event.type] as ((view: Sql, event: VaultEvent) => void) | undefined;
  handler?.(views, event);
}

/** Gives the error of a handler; a failing disk is not the handler's fault and is thrown on. */
function attempt(views: Sql, apply: () => void): Error | undefined {
  try {
    views.db.transaction(apply)();
    return undefined;
  } catch (error) {
    if (isStorageFailure(error)) throw error;
    return error instanceof Error ? error : new Error(String(error));
  }
}

const STORAGE = /^SQLITE_(FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM)/;

/** True when the file itself is broken: only building it anew helps. */
export function isDamage(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}

/** True for errors of the file rather than of what is done with it. */
function isStorageFailure(error: unknown): boolean {
  return error instanceof Database.SqliteError && STORAGE.test(error.code);
}
