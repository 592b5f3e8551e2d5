import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { job } from '../../../tools/job.js';
import { built } from '../built.js';

/** The number of verified events, and the seconds that it took. */
export interface Verified {
  readonly events: number;
  /** The log alone, one value per round. */
  readonly log: readonly number[];
  /** The log and the read models, which are replayed. */
  readonly whole: number;
  /** Only hashing as many events of that size, one value per round. */
  readonly hashing: readonly number[];
}

/** Approximately the bytes that are hashed for a note: its payload, its envelope and the chain. */
const HASHED = [800, 400, 70].map((bytes) => Buffer.alloc(bytes, 'x'));

/** Verifies the vault of a directory. Throws when the verification finds a problem. */
export const verifyLog = job(
  import.meta.url,
  async ({ directory, rounds }: { directory: string; rounds: number }) => {
    const { verify } =
      await built<typeof import('../../../src/maintenance/verify.js')>('maintenance/verify.js');
    const logFile = join(directory, 'log.db');
    const seconds = async (viewsFile?: string) => {
      const start = performance.now();
      const { ok, events, problems } = await verify({ logFile, viewsFile });
      if (!ok) throw new Error(`the log does not verify: ${JSON.stringify(problems[0])}`);
      return { events, took: (performance.now() - start) / 1000 };
    };
    const log: number[] = [];
    const hashing: number[] = [];
    let events = 0;
    for (let round = 0; round < rounds; round += 1) {
      const verified = await seconds();
      events = verified.events;
      log.push(verified.took);
      hashing.push(hashAlone(events));
    }
    const whole = (await seconds(join(directory, 'views.db'))).took;
    return { events, log, whole, hashing } satisfies Verified;
  },
);

function hashAlone(events: number): number {
  const start = performance.now();
  for (let i = 0; i < events; i += 1) {
    for (const bytes of HASHED) createHash('sha256').update(bytes).digest();
  }
  return (performance.now() - start) / 1000;
}
