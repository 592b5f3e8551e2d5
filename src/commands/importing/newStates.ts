import { Rejection } from '../../domain/rejection.js';

/** What a thing said here, and whether an import said the last of it. */
export interface SaidHere<T> {
  /** Oldest first. */
  readonly states: readonly T[];
  readonly byImport: boolean;
}

/**
 * Which states of a line are new to a thing that the vault may have already, oldest first; none when it knows them.
 *
 * - A thing that is not here gets all of them.
 * - One that says the same as the newest of them gets none.
 * - Where one of them is what the thing says here, those that follow are new.
 * - Else the newest is new, if an import wrote the last thing said here: the source has changed.
 * - What somebody changed here since is never overwritten. A state that the thing had before is nothing new; any other
 *   throws `Rejection('conflict')`.
 */
export function newStates<T>(
  line: readonly T[],
  { states, byImport }: SaidHere<T>,
  isSame: (one: T, other: T) => boolean,
): readonly T[] {
  const [newest, current] = [line.at(-1), states.at(-1)];
  if (newest === undefined || current === undefined) return line;
  if (isSame(newest, current)) return [];
  const known = line.findLastIndex((state) => isSame(state, current));
  if (known >= 0) return line.slice(known + 1);
  if (byImport) return [newest];
  if (states.some((state) => isSame(state, newest))) return [];
  throw new Rejection(
    'conflict',
    'was changed here and in the source: what it says here is kept. Change it here, if the source is right',
  );
}
