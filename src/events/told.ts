import { forgets } from './erasure.js';
import type { Fact, RecordedFact, Stream } from './recorded.js';
import type { VaultFact } from './vaultEvent.js';

/** What a stream tells: its events since it was last forgotten, oldest first, and the one that forgot what was before. */
export interface Told<F> {
  readonly events: readonly RecordedFact<F>[];
  readonly forgotten?: RecordedFact<F>;
}

/** The streams of a family, folded to what they tell: for who has to know how a state came about. */
export function toldBy<S, F extends VaultFact & Fact<string, unknown>>({
  name,
}: Stream<S, F>): Stream<Told<F>, F> {
  return {
    name,
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
