/** What to do where no Chromium is found: part of a sentence. */
export const HOW_TO_GET_ONE: string;

/** The path of a Chromium that starts; undefined if there is none. Throws when the one that CHROMIUM names does not start. */
export function findChromium(): string | undefined;

/** Installs one into the cache of the user. Returns its path. Throws where it does not start. */
export function installChromium(): string;
