import { estimateTokens } from '../../domain/tokens.js';
import { partsOf, tokensInParts } from './cut.js';
import { rowsWithin } from './noteText.js';

/** A part of a context. */
export interface Part {
  /** The tokens of the shortest form that says something, and of all of it. */
  readonly least: number;
  readonly wanted: number;
  /** Its lines in so many tokens, at least `least`. */
  within(tokens: number): Promise<readonly string[]>;
}

const NOTHING: Part = { least: 0, wanted: 0, within: async () => [] };

/** Tokens of a text that is shortened. */
const LEAST_OF_TEXT = 8;

/** A text under its name. Where it is shortened, it says how long it is. */
export function partOfText(name: string, text: string, most: number): Part {
  if (text === '') return NOTHING;
  const cutName = `${name} (the beginning of ~${estimateTokens(text)}t)`;
  const around = estimateTokens(`${cutName}: …`);
  const size = tokensInParts(text, most);
  return {
    least: around + Math.min(size, LEAST_OF_TEXT),
    wanted: around + size,
    async within(tokens) {
      const parts = partsOf(text, Math.max(1, tokens - around));
      const first = (await parts.next()).value;
      return [(await parts.next()).done ? `${name}: ${first}` : `${cutName}: ${first}…`];
    },
  };
}

/** Of the tokens of rows, so much is kept for small notes. */
const FOR_SMALL = 1 / 4;

/**
 * Rows under a heading, as many of the first as fit, and in one line small notes, each whole. These have what the rows leave, and
 * a quarter while there are rows.
 */
export function partOfRows(
  heading: string,
  rows: readonly string[],
  small: readonly string[] = [],
): Part {
  const around = sizeOf(small.length > 0 ? [heading, IN_SHORT] : [heading]);
  const rest = sizeOf(rows) + sizeOf(small);
  if (rest === 0) return NOTHING;
  const first = sizeOf([...rows, ...small].slice(0, 1));
  return {
    least: around + first,
    wanted: around + rest,
    async within(tokens) {
      const left = tokens - around;
      const kept = Math.min(sizeOf(small), Math.floor(left * FOR_SMALL));
      const shown = rowsWithin(rows, Math.max(left - kept, Math.min(left, first)));
      const inShort = rowsWithin(small, left - sizeOf(shown));
      const lines = inShort.length > 0 ? [...shown, `${IN_SHORT}${inShort.join('; ')}`] : shown;
      return lines.length > 0 ? [heading, ...lines] : [];
    },
  };
}

/** Begins the line of small notes. */
export const IN_SHORT = 'In short: ';

const sizeOf = (rows: readonly string[]) => rows.reduce((sum, row) => sum + estimateTokens(row), 0);
