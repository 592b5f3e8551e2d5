import { sampled } from '../depth.js';
import type { HostileNote } from './hostileNote.js';
import { LETTERS } from './letters.js';
import { LINKS } from './links.js';
import { MARKUP } from './markup.js';
import { SIZES } from './sizes.js';

/** A word that only the note at a place of `HOSTILE_NOTES` has, to search for it: at the end of its title. */
export const wordOf = (at: number) => `hostile${String(at).padStart(3, '0')}`;

/** Notes that try everything that is known to harm a reader; `npm test` tries some of each kind. */
export const HOSTILE_NOTES: readonly HostileNote[] = [MARKUP, LINKS, LETTERS, SIZES].flatMap(
  (kind) => sampled(kind, 6),
);

/** So many are known. */
export const ALL_HOSTILE_NOTES = [MARKUP, LINKS, LETTERS, SIZES].flat().length;
