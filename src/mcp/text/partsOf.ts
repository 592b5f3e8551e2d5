import { setImmediate as nextTurn } from 'node:timers/promises';
import { estimateTokens } from './estimateTokens.js';
import { visible } from './visible.js';

/** Code points that are counted at a time. */
const PIECE = /[\s\S]{1,250}/gu;

/**
 * A text, made visible, in parts of at most so many tokens each, also where a model gets it as JSON. Each part is made in a
 * turn of its own: all of the longest note would hold the event loop.
 */
export async function* partsOf(text: string, tokens: number): AsyncGenerator<string> {
  let part: string[] = [];
  let room = tokens;
  for (const [raw] of text.matchAll(PIECE)) {
    const piece = visible(raw);
    const size = estimateTokens(JSON.stringify(piece));
    if (size > room && part.length > 0) {
      yield part.join('');
      part = [];
      room = tokens;
      await nextTurn();
    }
    part.push(piece);
    room -= size;
  }
  yield part.join('');
}
