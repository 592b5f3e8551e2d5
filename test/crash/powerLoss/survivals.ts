import type { Survival, Unsynced } from './disk.js';

/** Size of an atomic write of a disk, in bytes. */
const SECTOR = 512;

/** Largest number of changes of names that are tried in all combinations. */
const HANDFUL = 5;

/** Only synced changes survive. */
export const nothing: Survival = { naming: () => false, unsynced: () => [] };

/** All changes survive, as after a crash of the process alone. */
export const everything: Survival = { naming: () => true, unsynced: (changes) => changes };

/** All contents survive, with every subset of a few changes of names. */
export function anyNames(): readonly Survival[] {
  return Array.from({ length: 2 ** HANDFUL }, (_, subset) => {
    let calls = 0;
    const naming = () => ((subset >> (calls++ % HANDFUL)) & 1) === 1;
    return { ...everything, naming };
  });
}

/**
 * Any part survives: each change is kept or lost independently, so that later ones may outlive earlier ones. Some
 * writes keep only some sectors. Some lost writes still leave the file at its new length, filled with zeros.
 */
export function anything(random: () => number): Survival {
  const kept = pick(random, [0.1, 0.5, 0.9, 0.98]);
  const torn = pick(random, [0, 0.1, 0.5]);
  return {
    naming: () => random() < kept,
    unsynced: (changes) =>
      changes.flatMap((change): readonly Unsynced[] => {
        if ('to' in change) return random() < kept ? [change] : [];
        if (random() < torn) return sectors(change).filter(() => random() < kept);
        if (random() < kept) return [change];
        return random() < 0.1
          ? [{ at: change.at + change.data.length, data: Buffer.alloc(0) }]
          : [];
      }),
  };
}

function sectors({ at, data }: { at: number; data: Buffer }): Unsynced[] {
  const parts: Unsynced[] = [];
  for (let from = 0; from < data.length; ) {
    const to = Math.min(data.length, from + SECTOR - ((at + from) % SECTOR));
    parts.push({ at: at + from, data: data.subarray(from, to) });
    from = to;
  }
  return parts;
}

function pick<T>(random: () => number, items: readonly [T, ...T[]]): T {
  return items[Math.floor(random() * items.length)] ?? items[0];
}
