import { erases, type LoggedEvent, type VaultEvent } from '../events/vaultEvent.js';
import type { Head } from '../log/eventLog.js';
import type { Projection, View } from '../projections/projection.js';
import { isStorageFailure } from '../sqlite/database.js';
import type { Sql } from '../sqlite/sqlite.js';
import { begunAt, markOutdated, markUnwiped } from './viewsFile.js';

/** A projection on its way along the log. */
export interface Progress {
  readonly projection: Projection;
  /** The last event it has seen. */
  readonly position: number;
  /** Set once a handler threw: the projection stays where it is. */
  readonly stopped?: Stop | undefined;
  /** Set once it has applied an event and later one that redacts it: its rows may show the old text, for good. */
  readonly outdated?: boolean | undefined;
}

/** The event at which a handler threw, and the message of its error. */
interface Stop {
  readonly at: number;
  readonly error: string;
}

/** Stopped projections by name. */
export type Stops = Readonly<Record<string, Stop>>;

/** Gives the projections that have stopped. */
export function stopsOf(progress: readonly Progress[]): Stops {
  return Object.fromEntries(
    progress.flatMap(({ projection, stopped }) => (stopped ? [[projection.name, stopped]] : [])),
  );
}

/**
 * Applies events to all projections and moves their cursors, in one transaction. A projection whose handler throws
 * keeps the events before that one and stops; the others go on. One that holds what an event redacts is marked as
 * outdated. Throws when the file itself cannot be written; then nothing was applied.
 */
export function applyEvents(
  views: Sql,
  progress: readonly Progress[],
  events: readonly LoggedEvent[],
  head: Head,
): readonly Progress[] {
  const apply = (advance: typeof together) =>
    views.db.transaction(() => {
      const after = progress.map((one) =>
        one.stopped ? one : outdate(views, one, advance(views, one, events), events),
      );
      // Only forward: a page that was read before a later commit was applied must not move the source back.
      views.run('UPDATE source SET position = :position, hash = :hash WHERE position < :position', {
        position: head.position,
        hash: head.hash,
      });
      if (events.some(({ type }) => erases(type))) markUnwiped(views);
      return after;
    }).immediate;
  try {
    return apply(together)();
  } catch (error) {
    if (isStorageFailure(error)) throw error;
    return apply(oneByOne)();
  }
}

/** The fast way, which is nearly always enough. It uses no savepoints, since each one flushes the search index. */
function together(views: Sql, progress: Progress, events: readonly LoggedEvent[]): Progress {
  const { projection } = progress;
  const unseen = events.filter((event) => event.position > progress.position);
  const view: View = { ...views };
  for (const event of unseen) applyOne(view, projection, event);
  projection.beforeCommit?.(view);
  return reached(views, progress, unseen.at(-1)?.position ?? progress.position);
}

/** The way after a handler threw: each event has its own savepoint, to find the one that fails and keep those before it. */
function oneByOne(views: Sql, progress: Progress, events: readonly LoggedEvent[]): Progress {
  const { projection } = progress;
  let { position } = progress;
  for (const event of events) {
    if (event.position <= progress.position) continue;
    const error = attempt(views, () => {
      const view: View = { ...views };
      applyOne(view, projection, event);
      projection.beforeCommit?.(view);
    });
    if (error)
      return reached(views, progress, position, { at: event.position, error: error.message });
    position = event.position;
  }
  return reached(views, progress, position);
}

function reached(views: Sql, progress: Progress, position: number, stopped?: Stop): Progress {
  views.run('UPDATE cursors SET position = ? WHERE name = ?', [position, progress.projection.name]);
  return { ...progress, position, stopped };
}

/** Marks a projection that went from `before` to `after` if one of these events redacts what it had read before. */
function outdate(
  views: Sql,
  before: Progress,
  after: Progress,
  events: readonly LoggedEvent[],
): Progress {
  const isRedacted = events.some(
    (event) =>
      event.type === 'event.redacted' &&
      event.position > before.position &&
      event.position <= after.position &&
      event.data.type in before.projection.handlers &&
      // What comes with its redaction in one page, or was read when the log had that already, was read redacted.
      event.data.position <= before.position &&
      event.position > begunAt(views),
  );
  if (after.outdated || !isRedacted) return after;
  markOutdated(views, after.projection);
  return { ...after, outdated: true };
}

function applyOne(view: View, { handlers }: Projection, event: LoggedEvent): void {
  if (event.type === 'erased') return;
  // The key picks the handler of that very type; the compiler cannot follow that over a union.
  const handler = handlers[event.type] as ((view: View, event: VaultEvent) => void) | undefined;
  handler?.(view, event);
}

/** Returns the error of a handler. Errors of the disk are no fault of the handler, so they are thrown. */
function attempt(views: Sql, apply: () => void): Error | undefined {
  try {
    // A transaction inside a transaction is a savepoint.
    views.db.transaction(apply)();
    return undefined;
  } catch (error) {
    if (isStorageFailure(error)) throw error;
    return error instanceof Error ? error : new Error(String(error));
  }
}
