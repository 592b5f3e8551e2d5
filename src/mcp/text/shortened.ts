import { visibleLine } from '../../domain/visible.js';
import { estimateTokens } from './estimateTokens.js';

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
