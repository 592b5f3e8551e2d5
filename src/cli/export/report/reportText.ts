import { shown, shownLine } from '../../terminal/shown.js';

/** A stored text as one line of Markdown, in which it means nothing else than it says. */
export function lineOf(text: string): string {
  return shownLine(text).replace(/[\\`*_[\]<>#|~]/g, '\\$&');
}

/**
 * A stored text as a quote. Its own headings, lists and code are shown as such, and what it leaves open, such as a block of code,
 * ends with the quote.
 */
export function quoteOf(text: string): string {
  const lines = shown(text)
    .trim()
    .split(/\r\n|[\r\n]/);
  return lines.map((line) => (line === '' ? '>\n' : `> ${line}\n`)).join('');
}

/** A day, such as `2026-11-20`. */
export const dayOf = (time: string): string => time.slice(0, 10);

/** A moment for people, such as `2026-11-20 09:30`. */
export const minuteOf = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 16)}`;

/** Such as `1 note` and `2 notes`. */
export const counted = (count: number, what: string): string =>
  `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
