import { counted, formatCount } from '../kit/format.js';

/** Much longer texts are mostly logs, and every part of them would be an element of the page. */
export const LONGEST = 200_000;
/** Parts are elements of the page, and texts between them. No note of people comes near; with more, browsers become slow. */
export const MOST_PARTS = 5000;
/** Quotes in lists in quotes; it bounds the recursion and with it the work, which is linear in each level. */
const DEEPEST = 12;

/** Why a text is not read as Markdown, as the end of a sentence: "… because it is nested too deep". */
export class Unread extends Error {}

/** Counts what was read, and stops the reading where it becomes too much. */
export interface Bounds {
  /** Counts what becomes so many elements or texts; without a number, one. Throws `Unread` when there are too many. */
  part(times?: number): void;
  /** Throws `Unread` when something is nested deeper than the page shows. */
  depth(depth: number): void;
}

export function newBounds(): Bounds {
  let parts = 0;
  return {
    part(times = 1) {
      parts += times;
      if (parts > MOST_PARTS) {
        throw new Unread(`it has more than ${counted(MOST_PARTS, 'part')}`);
      }
    },
    depth(depth) {
      if (depth > DEEPEST) {
        throw new Unread(`it is nested more than ${formatCount(DEEPEST)} levels deep`);
      }
    },
  };
}
