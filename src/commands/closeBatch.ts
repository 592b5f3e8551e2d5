import type { Stream } from '../events/recorded.js';
import { command } from './command.js';

/** A batch writes no event of its own: what the log keeps of it is the answer to its key. */
const batches: Stream<undefined, never> = {
  name: 'batch',
  initial: undefined,
  folds: 'last',
  evolve: () => undefined,
};

/**
 * Remembers that the batch of an `Idempotency-Key` was answered in full. `results` is a digest that tells it from another
 * one without telling what it said. Refuses the key of another batch.
 */
export const closeBatch = command({
  name: 'closeBatch',
  redact: async (input: { results: string }) => input,
  stream: batches,
  streamKey: () => 'all',
  decide: () => [],
});
