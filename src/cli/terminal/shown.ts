import { visible } from '../../domain/visible.js';

/** Joiners between plain letters join nothing, and may hide something. Emoji and the scripts that need them stay as they are. */
const IDLE_JOINERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII, and an end of the text, is meant
  /(?<![^\u0000-\u007f])[\u200c\u200d]+|[\u200c\u200d]+(?![^\u0000-\u007f])/gu;

/**
 * A text as a terminal may show it: controls, escape sequences, bidirectional overrides and characters without width are
 * written as their code points, such as `<U+001B>`. New lines and tabs stay.
 */
export function shown(text: string): string {
  return visible(text).replace(IDLE_JOINERS, (joiners) =>
    Array.from(joiners, (one) => `<U+${one === '\u200c' ? '200C' : '200D'}>`).join(''),
  );
}

/** The same on one line. */
export function shownLine(text: string): string {
  return shown(text).replace(/\s+/g, ' ').trim();
}
