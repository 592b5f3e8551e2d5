import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../test/crash/seededRandom.js';
import { inParallel } from '../../tools/notes/inParallel.js';
import { reasonOf } from '../../tools/reasonOf.js';
import type { Case, Family, Place } from './cases.js';
import { type Findings, verdictOf } from './findings.js';
import { unmountAllBelow } from './mounts.js';
import { makeVaults } from './vaults.js';

/** One fault that was made. */
export interface Result {
  readonly family: string;
  readonly did: string;
  readonly findings: Findings;
}

export interface RunOptions {
  /** A directory for everything that is made. */
  readonly directory: string;
  readonly seed: number;
  /** From 0 to 1: how many of the random cases to run. */
  readonly share: number;
  readonly say: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

const AT_ONCE = 2;

/** Makes all faults of some families, two at a time. A case whose machinery fails is a wrong result. */
export async function runCases(
  families: readonly Family[],
  { directory, seed, share, say, signal }: RunOptions,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = seed;
  const random = seededRandom(seed);
  say(`seed ${seed}: making the vaults`);
  const vaults = await makeVaults(join(directory, 'vaults'), random);
  for (const { name, cases } of families) {
    if (signal?.aborted) break;
    const preparing = join(directory, 'prepared');
    const all = await cases({ share, random, vaults, directory: preparing });
    const drawn = all.map((one) => ({ one, seed: ++next }));
    const begun = performance.now();
    await inParallel(drawn, AT_ONCE, async ({ one, seed }) => {
      // What was found until an interruption is still worth its table.
      if (signal?.aborted) return;
      const room = join(directory, `case-${seed}`);
      mkdirSync(room);
      const place = { directory: join(room, 'vault'), random: seededRandom(seed), vaults };
      const findings = await findingsOf(one, place);
      unmountAllBelow(room);
      rmSync(room, { recursive: true, force: true });
      results.push({ family: name, did: one.did, findings });
      const verdict = verdictOf(findings);
      if (verdict !== 'ok') say(`  ${verdict}: ${one.did}`);
    });
    rmSync(preparing, { recursive: true, force: true });
    const seconds = ((performance.now() - begun) / 1000).toFixed(0);
    say(`${name}: ${all.length} faults in ${seconds} s`);
  }
  return results;
}

const NOTHING = { acknowledged: 0, kept: 0, lost: 0, refused: 0 };

async function findingsOf(one: Case, place: Place): Promise<Findings> {
  try {
    return await one.run(place);
  } catch (error) {
    const wrong = [`the run failed: ${reasonOf(error).split('\n')[0]}`];
    return { ...NOTHING, wrong, toTell: [], untold: [], said: [], readyz: [] };
  }
}
