import { Rejection } from '../../domain/rejection.js';
import type { Stream } from '../../events/family.js';
import type { Fact, RecordedFact } from '../../events/recorded.js';
import { forgets, type VaultEvent, type VaultFact } from '../../events/vaultEvent.js';

/** An event that says something: those of the types `….forgotten` take back what was said before. */
export type Said<F> = RecordedFact<Exclude<F, { readonly type: `${string}.forgotten` }>>;

/** What a stream tells: its events since it was last forgotten, oldest first, and the one that forgot what was before. */
export interface Told<F> {
  readonly events: readonly Said<F>[];
  readonly forgotten?: RecordedFact<F>;
}

/** The streams of a family, folded to what they tell: for who has to know how a state came about. */
export function toldBy<S, F extends VaultFact & Fact<string, unknown>>({
  name,
  rules,
}: Stream<S, F>): Stream<Told<F>, F> {
  return {
    name,
    rules,
    initial: { events: [] },
    folds: 'all',
    evolve: (told, event) =>
      forgets(event.type)
        ? { events: [], forgotten: event }
        : { ...told, events: [...told.events, event] },
    foldAll(events) {
      const last = events.findLastIndex(({ type }) => forgets(type));
      const forgotten = events[last];
      return { events: events.slice(last + 1), ...(forgotten && { forgotten }) };
    },
  };
}

/** What a thing said here, and whether an import said the last of it. */
interface SaidHere<T> {
  /** Oldest first. */
  readonly states: readonly T[];
  readonly byImport: boolean;
}

/**
 * Which states of a line are new to a thing that the vault may have already, oldest first; none when it knows them.
 *
 * - A thing that is not here gets all of them.
 * - One that says the same as the newest of them gets none.
 * - Where one of them is what the thing says here, those that follow are new.
 * - Else the newest is new, if an import wrote the last thing said here: the source has changed.
 * - What somebody changed here since is never overwritten. A state that the thing had before is nothing new; any other
 *   throws `Rejection('conflict')`.
 */
export function newStates<T>(
  line: readonly T[],
  { states, byImport }: SaidHere<T>,
  isSame: (one: T, other: T) => boolean,
): readonly T[] {
  const [newest, current] = [line.at(-1), states.at(-1)];
  if (newest === undefined || current === undefined) return line;
  if (isSame(newest, current)) return [];
  const known = line.findLastIndex((state) => isSame(state, current));
  if (known >= 0) return line.slice(known + 1);
  if (byImport) return [newest];
  if (states.some((state) => isSame(state, newest))) return [];
  throw new Rejection(
    'conflict',
    'was changed here and in the source: what it says here is kept. Change it here, if the source is right',
  );
}

/** How what a run wrote into a stream is taken back. */
type TakenBack<E> =
  /** The run wrote nothing into it that is still there. */
  | { readonly kind: 'nothing' }
  /** The run brought the thing with the event `first`. */
  | { readonly kind: 'forget'; readonly first: E }
  /** The thing was here already: it says again what it said after `before`. */
  | { readonly kind: 'restore'; readonly before: E };

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
  return isSame(before, newest) ? { kind: 'nothing' } : { kind: 'restore', before };
}

const changed = (why: string) => new Rejection('conflict', why);
