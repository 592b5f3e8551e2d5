import type { ObservationType } from './observation.js';

/** What is read of a note to know whether it says little. */
export interface NoteSize {
  readonly type: ObservationType;
  readonly title: string;
  /** Of the content, in UTF-8. */
  readonly bytes: number;
}

/** The types of what was done. */
export const DONE_TYPES: readonly ObservationType[] = ['bugfix', 'feature', 'refactor', 'task'];

/** What is to be known or kept to is never little, however short it is. */
const MAY_BE_SMALL: readonly ObservationType[] = [...DONE_TYPES, 'context'];

/** A content that is not longer than its title by more bytes says about what the title says. */
const MORE_THAN_TITLE = 20;
/** A longer content is more than a few words. */
const FEW_WORDS = 80;

/** Such as `chore(deps): bump fastify from 5.12.0 to 5.13.0` and `Release v2.1.0`. */
const BUMP =
  /^(?:(?:chore|build|ci)\(deps[^)]*\)!?:|(?:\w+(?:\([^)]*\))?!?: *)?(?:bump|upgrade|update|release)(?:s|d|ed)?\b.*(?:\b(?:to|from) v?\d+\.\d|\bv?\d+\.\d[\w.+-]*$))/i;

/**
 * Whether a note is told in a few words: its content is not longer than its title, or it is about a new version of something. A
 * context has such notes in one line.
 */
export function isSmall({ type, title, bytes }: NoteSize): boolean {
  if (!MAY_BE_SMALL.includes(type)) return false;
  const isShort = bytes <= Math.min(Buffer.byteLength(title) + MORE_THAN_TITLE, FEW_WORDS);
  return isShort || BUMP.test(title);
}
