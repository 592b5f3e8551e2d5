import type { Stream } from '../events/recorded.js';
import { command } from './command.js';

/** A batch has no event of its own. The log keeps only the answer to its key. */
const batches: Stream<undefined, never> = {
  name: 'batch',
  initial: undefined,
  folds: 'last',
  evolve: () => undefined,
};

/**
 * Records that the batch of an `Idempotency-Key` was answered completely. `results` is a digest that identifies the batch
 * without revealing its texts. Throws `idempotency_mismatch` for the key of another batch.
 */
export const closeBatch = command({
  name: 'closeBatch',
  redact: async (input: { results: string }) => input,
  stream: batches,
  streamKey: () => 'all',
  decide: () => [],
});
