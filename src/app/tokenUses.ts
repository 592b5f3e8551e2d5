import { renameSync } from 'node:fs';
import { z } from 'zod';
import type { SharedMarks } from '../cluster/cluster.js';
import { type Clock, toSeconds } from '../domain/time.js';
import { readOwnFile } from '../files/regularFile.js';
import { writeFreshFile } from '../files/writeFile.js';

/** When tokens of agents and programs were used last, to the hour and in seconds since 1970. State without events. */
export interface TokenUses {
  /** To be called for each request that a token is let in with. Writes at most once an hour for each token, and never throws. */
  used(id: string): void;
  /** Undefined for a token that was not used, and where the shared log does not answer. */
  lastOf(id: string): Promise<number | undefined>;
}

interface UsesParts {
  /** Keeps them where there is no other node. May be deleted. */
  readonly file: string;
  readonly clock: Clock;
  /** Keeps them for all nodes. */
  readonly shared: SharedMarks | undefined;
  readonly onError: (error: unknown) => void;
}

const HOUR = 3600;

export function tokenUses({ file, clock, shared, onError }: UsesParts): TokenUses {
  const known = shared ? new Map<string, number>() : readUses(file);
  const isRecent = (last: number | undefined, now: number) =>
    last !== undefined && now - last < HOUR;

  async function share(marks: SharedMarks, id: string, now: number): Promise<void> {
    await marks.mark(nameOf(id), (before) =>
      isRecent(secondsIn(before), now) ? undefined : String(now),
    );
  }

  return {
    used(id) {
      const now = toSeconds(clock());
      if (isRecent(known.get(id), now)) return;
      known.set(id, now);
      if (shared) {
        share(shared, id, now).catch(onError);
        return;
      }
      try {
        writeFreshFile(`${file}.new`, JSON.stringify(Object.fromEntries(known)));
        renameSync(`${file}.new`, file);
      } catch (error) {
        onError(error);
      }
    },
    lastOf: async (id) => (shared ? secondsIn(await shared.marked(nameOf(id))) : known.get(id)),
  };
}

const nameOf = (id: string) => `token ${id}`;

const secondsIn = (text: string | undefined) => (text === undefined ? undefined : Number(text));

const Uses = z.record(z.string(), z.number());

/** A file that is missing or was torn by a power failure says nothing. */
function readUses(file: string): Map<string, number> {
  try {
    return new Map(Object.entries(Uses.parse(JSON.parse(readOwnFile(file)))));
  } catch {
    return new Map();
  }
}
