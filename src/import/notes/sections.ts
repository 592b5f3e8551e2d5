import { markdownLines } from '../folder/markdownLines.js';

/** A part of a text: what follows a heading, up to the next one that divides the text. */
export interface Section {
  /** Without its marks; empty for what comes before the first heading, and for a text that is not divided. */
  readonly heading: string;
  /** The how-manieth section of the text has this heading, from 1. */
  readonly nth: number;
  /** Without the heading. */
  readonly text: string;
}

/** In code units. A smaller text is one note: its sections would say too little by themselves. */
const SMALL = 2_000;
const MOST_SECTIONS = 10_000;

/**
 * The sections of a Markdown text (ends: LF) by its topmost headings: those of the highest level that has several, so that
 * the title of a document does not count. A small text, and one without such headings, is one section. Headings in code are
 * code. A heading that is underlined divides nothing. The last of 10,000 sections has all that follows.
 */
export function sectionsOf(text: string): Section[] {
  const headings = text.length > SMALL ? headingsOf(text) : [];
  const level = LEVELS.find((one) => headings.filter((each) => each.level === one).length > 1);
  const dividing = headings
    .filter((each) => level !== undefined && each.level <= level)
    .slice(0, MOST_SECTIONS);
  const counts = new Map<string, number>();
  const section = (heading: string, from: number, to: number | undefined): Section => {
    const nth = (counts.get(heading) ?? 0) + 1;
    counts.set(heading, nth);
    return { heading, nth, text: text.slice(from, to) };
  };
  const before = section('', 0, dividing[0]?.start);
  const after = dividing.map(({ title, next }, i) => section(title, next, dividing[i + 1]?.start));
  return dividing.length > 0 && before.text.trim() === '' ? after : [before, ...after];
}

const LEVELS = [1, 2, 3, 4, 5, 6];

interface Heading {
  readonly level: number;
  readonly title: string;
  /** Where its line begins, and the next. */
  readonly start: number;
  readonly next: number;
}

/** The headings of a text that are no code. */
export function headingsOf(text: string): Heading[] {
  const headings: Heading[] = [];
  for (const { line, start, next, isCode } of markdownLines(text)) {
    const [, marks, title = ''] = (isCode ? undefined : HEADING.exec(line)) ?? [];
    if (marks !== undefined)
      headings.push({ level: marks.length, title: withoutMarks(title), start, next });
  }
  return headings;
}

const HEADING = /^ {0,3}(#{1,6})(?:[ \t](.*))?$/;

/** `Tests` of `Tests ##`. */
function withoutMarks(title: string): string {
  const whole = title.trim();
  let end = whole.length;
  while (end > 0 && whole[end - 1] === '#') end -= 1;
  const isBehindBlank = end === 0 || ' \t'.includes(whole[end - 1] ?? '');
  return isBehindBlank ? whole.slice(0, end).trimEnd() : whole;
}
