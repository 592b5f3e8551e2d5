import type { Fact, RecordedFact, Stream } from './recorded.js';
import type { VaultEvent, VaultFact } from './vaultEvent.js';

/** The state of a stream after its events. */
export function fold<S, F extends VaultFact & Fact<string, unknown>>(
  stream: Stream<S, F>,
  events: readonly VaultEvent[],
): S {
  // The cast is safe: a stream holds only events of its own family, which its name begins with.
  return (events as readonly RecordedFact<F>[]).reduce(stream.evolve, stream.initial);
}
