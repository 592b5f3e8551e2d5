import type { Findings } from './findings.js';
import type { Vaults } from './vaults.js';

/** A fault that is made on a vault of its own. */
export interface Case {
  /** What was done; cases that were done the same way with the same result share a row of the table. */
  readonly did: string;
  run(place: Place): Promise<Findings>;
}

/** What a case works with. */
export interface Place {
  /** A directory that does not exist yet; whatever is in it is removed afterwards. */
  readonly directory: string;
  /** Random numbers from 0 to 1, equal in every run with the same seed. */
  readonly random: () => number;
  readonly vaults: Vaults;
}

/** Makes the cases of one family of faults. */
export interface Family {
  readonly name: string;
  /** The reason why these faults cannot be made on this machine. */
  readonly missing?: string | undefined;
  /** `share` from 0 to 1 is how many of the random cases to make; at least one of each kind is made. */
  cases(
    plan: { readonly share: number; readonly directory: string } & Omit<Place, 'directory'>,
  ): readonly Case[] | Promise<readonly Case[]>;
}

/** The same case `count` times, with other random numbers. */
export function times(count: number, share: number, make: (n: number) => Case): readonly Case[] {
  return Array.from({ length: Math.max(1, Math.round(count * share)) }, (_, n) => make(n));
}
