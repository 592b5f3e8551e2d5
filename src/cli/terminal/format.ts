import { visible } from '../../domain/untrustedText.js';

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

/** The parts of a line about something, those that are undefined left out: `80ZGCS1A · decision · in shop`. */
export const dotted = (parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' · ');

/** A number with its noun: `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A time of the vault in a table, in UTC and to the minute: `2026-11-20 09:30`. */
export const minuteOf = (time: string): string => time.slice(0, 16).replace('T', ' ');

/** The end of an id, which the vault takes for the whole one: 8 characters, as tables and Markdown show it. */
export const shortId = (id: string): string => id.slice(-8);
