import { Rejection } from '../domain/rejection.js';

/** Things that are forgotten in one commit and leave the search index in one turn: others wait for as long. */
const TOGETHER = 4;

/**
 * Forgets things, a few in a commit; gives the position of the last event, 0 without one. What another request has
 * forgotten meanwhile counts as done.
 */
export async function fewAtATime<T>(
  things: readonly T[],
  forget: (thing: T) => Promise<{ readonly position: number }>,
): Promise<number> {
  let last = 0;
  for (let i = 0; i < things.length; i += TOGETHER) {
    const forgotten = await Promise.allSettled(things.slice(i, i + TOGETHER).map(forget));
    for (const one of forgotten) {
      if (one.status === 'fulfilled') last = Math.max(last, one.value.position);
      else if (!isGone(one.reason)) throw one.reason;
    }
  }
  return last;
}

const isGone = (reason: unknown) => reason instanceof Rejection && reason.code === 'not_found';
