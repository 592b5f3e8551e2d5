import { Rejection } from '../domain/rejection.js';

/** What is forgotten in one commit leaves the search index in one turn: others wait for as long. At least one thing. */
const TOGETHER = { things: 16, bytes: 256 * 1024 };

/** What a thing counts as whose texts nobody has measured. */
const UNMEASURED = TOGETHER.bytes / 4;

/**
 * Forgets things, a few in a commit; gives the position of the last event, 0 without one. What another request has
 * forgotten meanwhile counts as done. `bytesOf` gives the size of all texts of a thing, where it is known: more small ones share a commit.
 */
export async function fewAtATime<T>(
  things: readonly T[],
  forget: (thing: T) => Promise<{ readonly position: number }>,
  bytesOf: (thing: T) => number | undefined = () => undefined,
): Promise<number> {
  let last = 0;
  for (const some of groupsOf(things, bytesOf)) {
    const forgotten = await Promise.allSettled(some.map(forget));
    for (const one of forgotten) {
      if (one.status === 'fulfilled') last = Math.max(last, one.value.position);
      else if (!isGone(one.reason)) throw one.reason;
    }
  }
  return last;
}

function* groupsOf<T>(
  things: readonly T[],
  bytesOf: (thing: T) => number | undefined,
): Generator<readonly T[]> {
  let group: T[] = [];
  let bytes = 0;
  for (const thing of things) {
    const own = bytesOf(thing) ?? UNMEASURED;
    const isFull = group.length === TOGETHER.things || bytes + own > TOGETHER.bytes;
    if (isFull && group.length > 0) {
      yield group;
      [group, bytes] = [[], 0];
    }
    group.push(thing);
    bytes += own;
  }
  if (group.length > 0) yield group;
}

const isGone = (reason: unknown) => reason instanceof Rejection && reason.code === 'not_found';
