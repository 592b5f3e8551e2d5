import { estimateTokens } from './estimateTokens.js';

/** Code points that are counted at a time. */
const PIECE = /[\s\S]{1,250}/gu;

/** A text in parts of at most so many tokens each, also where a model gets it as JSON. */
export function partsOf(text: string, tokens: number): string[] {
  const parts: string[] = [];
  let part: string[] = [];
  let room = tokens;
  for (const [piece] of text.matchAll(PIECE)) {
    const size = estimateTokens(JSON.stringify(piece));
    if (size > room && part.length > 0) {
      parts.push(part.join(''));
      part = [];
      room = tokens;
    }
    part.push(piece);
    room -= size;
  }
  return [...parts, part.join('')];
}
