import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { built } from '../built.js';
import { job } from './job.js';

/** Seconds that verifying took, and the events it read. */
export interface Verified {
  readonly events: number;
  /** The log by itself, each time. */
  readonly log: readonly number[];
  /** The log and the read models, which are replayed. */
  readonly whole: number;
  /** Hashing as many events of that size, and nothing else. */
  readonly hashing: readonly number[];
}

/** About what is hashed for a note: its payload, its envelope and the chain. */
const HASHED = [800, 400, 70].map((bytes) => Buffer.alloc(bytes, 'x'));

/** Verifies the vault of a directory. Throws when something is wrong with it. */
export const verifyLog = job(
  import.meta.url,
  async ({ directory, rounds }: { directory: string; rounds: number }) => {
    const { verify } = await built<typeof import('../../src/maintenance/verify.js')>('verify.js');
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
