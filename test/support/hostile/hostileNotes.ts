import type { HostileNote } from './hostileNote.js';
import { LETTERS } from './letters.js';
import { LINKS } from './links.js';
import { MARKUP } from './markup.js';
import { SIZES } from './sizes.js';

/** A word that only the note at this place of all that are saved has, to search for it: at the end of its title. */
export const wordOf = (at: number) => `hostile${String(at).padStart(3, '0')}`;

/** Notes that try everything that is known to harm a reader, by kind. */
export const HOSTILE_KINDS: readonly (readonly HostileNote[])[] = [MARKUP, LINKS, LETTERS, SIZES];
