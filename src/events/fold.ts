import type { Fact, RecordedFact, Stream } from './recorded.js';
import type { VaultEvent, VaultFact } from './vaultEvent.js';

/** The state that the events of a stream come to. */
export function fold<S, F extends VaultFact & Fact<string, unknown>>(
  stream: Stream<S, F>,
  events: readonly VaultEvent[],
): S {
  // A stream holds only the events of its own family: its name begins with the family's.
  return (events as readonly RecordedFact<F>[]).reduce(stream.evolve, stream.initial);
}
