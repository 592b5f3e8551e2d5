import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach } from 'vitest';

/**
 * Properties try the same made-up cases in every run, so that none fails by chance on a change that has nothing to do with
 * it. `npm run test:all` draws another seed and prints it; `TEST_SEED` plays a run again.
 */
const SEED = process.env.TEST_SEED ?? '20261120';

// For properties that read their seed when their file is loaded.
useSeed('');

/** Each test has a seed of its own: the parts of one property draw different cases. */
beforeEach(({ task }) => useSeed(task.name));

function useSeed(name: string): void {
  const seed = createHash('sha256').update(`${SEED} ${name}`).digest().readInt32BE();
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
}
