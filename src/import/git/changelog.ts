import { fitText } from '../fitting.js';
import { markdownLines } from '../markdownLines.js';

/** What a release took away, or warns of. */
export interface ReleaseNote {
  /** Such as `2.0.0`. */
  readonly version: string;
  readonly title: string;
  readonly content: string;
  /** `2026-01-31`, where its heading says it. */
  readonly date?: string | undefined;
  /** The line of its heading, from 1. */
  readonly line: number;
}

const MOST_TEXT = 4_000;
/** Characters of all sections: `None.` warns of nothing. */
const LEAST = 40;

const NAME =
  /^(?:docs?\/)?(?:CHANGE[-_]?LOG|CHANGES|NEWS|HISTORY|RELEASE[-_]?NOTES)(?:\.(?:md|markdown|rst|txt))?$/i;

/** Whether a file with this path, from the root of its repository, tells what changed in each release. */
export const isChangelogPath = (path: string) => NAME.test(path);

const WARNS =
  /\b(?:breaking|removed|removals?|deprecat\w+|security|incompatib\w+|upgrad(?:e|ing) notes?)\b/i;
const VERSION =
  /^(?:[A-Za-z][\w.-]*\s+){0,2}[[(]?v?(\d+\.\d+(?:\.\d+)*)([-.+]?(?:a|b|c|rc|alpha|beta|pre|dev|next|canary)[\w.-]*)?(?![\w.])/i;

/**
 * The newest `most` releases of a changelog (Markdown or reStructuredText, the newest first) that say what is breaking, removed, deprecated
 * or about security, each with these sections. Releases before a final one are left out: it says the same.
 */
export function releasesIn(text: string, most: number): readonly ReleaseNote[] {
  const releases: ReleaseNote[] = [];
  const body = text.replace(/\r\n?/g, '\n');
  const headings = headingsIn(body);
  for (const [i, { title, line }] of headings.entries()) {
    if (releases.length === most) break;
    const [, version, early] = VERSION.exec(title) ?? [];
    if (version === undefined || early !== undefined || WARNS.test(title)) continue;
    const sections = warningsBelow(body, headings, i);
    if (sections.reduce((sum, one) => sum + one.text.length, 0) < LEAST) continue;
    const names = [...new Set(sections.map(({ name }) => name.toLowerCase()))];
    releases.push({
      version,
      title: `Release ${version}: ${names.join(', ')}`,
      content: fitText(
        sections.map((one) => `## ${one.name}\n\n${one.text}`).join('\n\n'),
        MOST_TEXT,
      ),
      date: /\b\d{4}-\d\d-\d\d\b/.exec(title)?.[0],
      line,
    });
  }
  return releases;
}

/** The sections of a release that warn. Some changelogs give a smaller heading to a smaller release. */
function warningsBelow(body: string, headings: readonly Heading[], release: number) {
  const sections: { readonly name: string; readonly text: string }[] = [];
  const endOf = (at: number) => {
    const level = headings[at]?.level ?? 0;
    let end = at + 1;
    for (let one = headings[end]; one !== undefined && one.level > level; one = headings[end]) {
      if (VERSION.test(one.title) && !WARNS.test(one.title)) break;
      end += 1;
    }
    return end;
  };
  const end = endOf(release);
  for (
    let at = release + 1;
    at < end;
    at = WARNS.test(headings[at]?.title ?? '') ? endOf(at) : at + 1
  ) {
    const { title = '', next } = headings[at] ?? {};
    if (!WARNS.test(title)) continue;
    const text = body.slice(next, headings[endOf(at)]?.start).trim();
    if (text !== '') sections.push({ name: nameOf(title), text });
  }
  return sections;
}

const nameOf = (title: string) => title.replace(/[^\p{L}\p{N} ,&/()-]/gu, '').trim();

interface Heading {
  readonly title: string;
  readonly level: number;
  /** From 1. */
  readonly line: number;
  readonly start: number;
  /** Where the text below it begins. */
  readonly next: number;
}

/** To look for the end of a long line of marks would take the square of its length. */
const LONGEST_HEADING = 500;
const ATX = /^ {0,3}(#{1,6})[ \t]+(.+?)[ \t]*#*$/;
/** Some set the name of a section in bold. */
const BOLD = /^\*\*([^*]{3,80})\*\*:?[ \t]*$/;
const UNDERLINE = /^([=\-~^"'*+])\1{2,}[ \t]*$/;

/** Below all that have marks. */
const DEEPEST = 10;

/** Headings with marks, and those that are underlined. */
function headingsIn(text: string): readonly Heading[] {
  const headings: Heading[] = [];
  /** In the order in which a text underlines with them. */
  const marks: string[] = [];
  let before: { text: string; start: number } | undefined;
  let line = 0;
  for (const { line: said, start, next, isCode } of markdownLines(text)) {
    line += 1;
    const mayBe = !isCode && said.length < LONGEST_HEADING;
    const [, hashes, title] = (mayBe ? ATX.exec(said) : null) ?? [];
    const [, bold] = (mayBe ? BOLD.exec(said) : null) ?? [];
    const [, mark] = (mayBe ? UNDERLINE.exec(said) : null) ?? [];
    if (hashes !== undefined && title !== undefined)
      headings.push({ title, level: hashes.length, line, start, next });
    else if (bold !== undefined)
      headings.push({ title: bold.replace(/:$/, ''), level: DEEPEST, line, start, next });
    else if (mark !== undefined && before !== undefined && /^\S/.test(before.text)) {
      if (!marks.includes(mark)) marks.push(mark);
      const level = marks.indexOf(mark) + 1;
      headings.push({
        title: before.text.trim(),
        level,
        line: line - 1,
        start: before.start,
        next,
      });
    }
    before = isCode || said.trim() === '' || mark !== undefined ? undefined : { text: said, start };
  }
  return headings;
}
