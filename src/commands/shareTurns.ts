import { setImmediate } from 'node:timers/promises';

/** How many bytes of text are worked on in one turn of the event loop. The slowest take some 50 ms: tags that are all wrong. */
export const TURN_BYTES = 8 * 1024;

/**
 * Lets other requests have their turn during long work. Call the returned function before each piece of the work, with
 * the bytes of its text; a piece that would make a turn too long begins in the next one.
 */
export function shareTurns(nextTurn: () => Promise<unknown> = setImmediate) {
  let handled = 0;
  return async (bytes: number): Promise<void> => {
    handled += bytes;
    if (handled <= TURN_BYTES) return;
    handled = bytes;
    await nextTurn();
  };
}
