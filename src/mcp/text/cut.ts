import { setImmediate as nextTurn } from 'node:timers/promises';
import { estimateTokens } from '../../domain/tokens.js';
import { visible, visibleLine } from '../../domain/untrustedText.js';

/** Code points, and tokens. */
export interface Bounds {
  readonly longest: number;
  readonly tokens?: number;
}

/** A text on one line, of at most so many code points and tokens. It ends with `…` where it is cut. */
export function shortened(
  text: string,
  { longest, tokens = Number.POSITIVE_INFINITY }: Bounds,
): string {
  const line = visibleLine(text);
  const characters = Array.from(line);
  if (characters.length <= longest && estimateTokens(line) <= tokens) return line;
  let cut = '';
  for (const character of characters.slice(0, longest - 1)) {
    if (estimateTokens(`${cut}${character}…`) > tokens) break;
    cut += character;
  }
  return `${cut}…`;
}

/** Characters that are counted at a time. */
const AT_A_TIME = 250;

/**
 * A text, made visible, in parts of at most so many tokens each, also where a model gets it as JSON. Each part is made in a
 * turn of its own: all of the longest note would hold the event loop.
 */
export async function* partsOf(text: string, tokens: number): AsyncGenerator<string> {
  let part: string[] = [];
  let room = tokens;
  for (const { piece, size } of piecesOf(text, tokens, AT_A_TIME)) {
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

/** How many tokens a text has in such parts. Stops at the first number above `most`. */
export function tokensInParts(text: string, most: number): number {
  let tokens = 0;
  for (const { size } of piecesOf(text, most, AT_A_TIME)) {
    tokens += size;
    if (tokens > most) break;
  }
  return tokens;
}

/** Pieces of so many characters, of fewer where they would have more than so many tokens. None splits the end of a line. */
function* piecesOf(
  text: string,
  tokens: number,
  length: number,
): Generator<{ readonly piece: string; readonly size: number }> {
  for (const [raw] of text.matchAll(new RegExp(`(?:\\r\\n|[\\s\\S]){1,${length}}`, 'gu'))) {
    const piece = visible(raw);
    const size = estimateTokens(JSON.stringify(piece));
    if (size > tokens && length > 1) yield* piecesOf(raw, tokens, Math.ceil(length / 2));
    else yield { piece, size };
  }
}
