import { job } from '../../tools/job.js';
import { attacker, type Tally } from './attacker.js';
import { ATTACKS } from './attacks.js';

interface Attacked {
  readonly port: number;
  readonly seconds: number;
  /** Names of attacks. */
  readonly names: readonly string[];
}

/** What came of each attack, by name, and how much of a processor all of them used, from 0 to 1 and more. */
export interface Attacks {
  readonly tallies: ReadonlyMap<string, Tally>;
  readonly processor: number;
}

/** Runs attacks at the same time, in a process of their own. Each has its own addresses. */
export const attackers = job(
  import.meta.url,
  async ({ port, seconds, names }: Attacked): Promise<Attacks> => {
    const begun = process.cpuUsage();
    const until = performance.now() + seconds * 1000;
    const tallies = new Map<string, Tally>();
    const runs = names.map(async (name, i) => {
      const attack = ATTACKS[name];
      if (!attack) throw new Error(`there is no attack ${name}`);
      const addresses = Array.from(
        { length: attack.addresses },
        (_, n) => `127.0.${i + 1}.${n + 1}`,
      );
      const one = attacker(port, addresses, until);
      tallies.set(name, one.tally);
      await attack.run(one);
      return one;
    });
    for (const one of await Promise.all(runs)) one.end();
    const { user, system } = process.cpuUsage(begun);
    return { tallies, processor: (user + system) / 1e6 / seconds };
  },
);
