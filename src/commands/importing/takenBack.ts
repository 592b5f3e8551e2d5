import { Rejection } from '../../domain/rejection.js';
import type { VaultEvent } from '../../events/vaultEvent.js';

/** How what a run wrote into a stream is taken back. */
export type TakenBack<E> =
  /** The run wrote nothing into it that is still there. */
  | { readonly kind: 'nothing' }
  /** The run brought the thing with the event `first`. */
  | { readonly kind: 'forget'; readonly first: E }
  /** The thing was here already: it says again what it said after `before`. `newest` is its last event. */
  | { readonly kind: 'restore'; readonly before: E; readonly newest: E };

/** What somebody wrote who is no import; a session that was idle for too long was not changed by anybody. */
const isOfSomebody = ({ type, meta }: VaultEvent): boolean =>
  meta.run === undefined && type !== 'session.abandoned';

/**
 * How what a run wrote into a stream is taken back, from the events of the stream since it was last forgotten. Throws
 * `Rejection('conflict')` where somebody, or a later import, changed the thing since: that stays.
 */
export function takenBack<E extends VaultEvent>(
  events: readonly E[],
  run: string,
  isSame: (one: E, other: E) => boolean,
): TakenBack<E> {
  const isOfRun = ({ meta }: E): boolean => meta.run === run;
  const from = events.findIndex(isOfRun);
  const first = events[from];
  const last = events.findLast(isOfRun);
  const newest = events.at(-1);
  if (!first || !last || !newest) return { kind: 'nothing' };
  const later = events.slice(events.indexOf(last) + 1);
  if (later.some(isOfSomebody)) throw changed('was changed here since, and is left');
  const byOther = later.findLast(({ meta }) => meta.run !== undefined);
  if (byOther && !isSame(byOther, last)) {
    throw changed('was changed by a later import since: undo that one first');
  }
  const before = events[from - 1];
  if (!before) return { kind: 'forget', first };
  return isSame(before, newest) ? { kind: 'nothing' } : { kind: 'restore', before, newest };
}

const changed = (why: string) => new Rejection('conflict', why);
