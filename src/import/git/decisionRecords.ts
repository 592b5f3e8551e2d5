import { readFrontMatter, splitFrontMatter } from '../../domain/frontMatter.js';
import { fitText } from '../fitting.js';
import { headingsOf } from '../notes.js';
import { textIn } from '../peerRows.js';

/** A decision that somebody recorded in a file of its own (https://adr.github.io). */
export interface DecisionRecord {
  readonly path: string;
  /** Of its file: `7` of `0007-use-dashes.md`. Records of one folder name each other by it. */
  readonly number?: number | undefined;
  readonly title: string;
  readonly content: string;
  /** In lower case, such as `accepted`; empty where it says none. */
  readonly status: string;
  /** The numbers of those that it takes the place of, and of the one that took its place. */
  readonly replaces: readonly number[];
  readonly replacedBy?: number | undefined;
}

const FOLDER =
  /(?:^|\/)(?:adrs?|rfcs?|decisions|decision-records?|architecture[-_]decisions?(?:-records?)?)\/(?:[^/]+\/)?[^/]+\.(?:md|markdown)$/i;
const NAME = /\.adr\.(?:md|markdown)$|(?:^|\/)adr[-_ ]?\d{1,6}(?!\d)[^/]*\.(?:md|markdown)$/i;
const NO_RECORD =
  /(?:^|\/)(?:readme|index|(?:.*[-_])?template(?:[-_].*)?|summary|toc)\.(?:[\w.]+)$|(?:^|\/)(?:vendor|third[_-]?party|node_modules|tests?|testdata|fixtures|templates?|examples?)\//i;

/** Whether a file with this path, from the root of its repository, is kept where decisions are recorded. */
export const isRecordPath = (path: string) =>
  (FOLDER.test(path) || NAME.test(path)) && !NO_RECORD.test(path);

/** Reads a record (Markdown); undefined for a file that records no decision. */
export function readRecord(path: string, text: string): DecisionRecord | undefined {
  const lines = text.replace(/\r\n?/g, '\n');
  const { yaml = '', body } = splitFrontMatter(lines);
  const front = readFrontMatter(yaml) ?? {};
  const name = path.slice(path.lastIndexOf('/') + 1);
  const [, digits] = /^(?:adr|rfc)?[-_ ]?(\d{1,6})(?!\d)/i.exec(name) ?? [];
  const { title, start, sections } = partsOf(body);
  const told = sections.filter((one) => one.text !== '');
  const isDivided = told.some(({ heading }) => DECISION.test(heading) || CONTEXT.test(heading));
  if (!isDivided && digits === undefined) return undefined;
  const saidStatus =
    textIn(front, 'status') ?? told.find(({ heading }) => /^status\b/i.test(heading))?.text;
  const [, inLine] = /^[ >*-]*status\**[ ]*:[ ]*\**[ ]*(.+)$/im.exec(start) ?? [];
  const status = (saidStatus ?? inLine ?? '').replace(/[*_`]/g, '').trim();
  const links = `${status}\n${start}\n${yaml}`;
  const given = title ?? textIn(front, 'title') ?? name.replace(/\.\w+$/, '').replace(/[-_]/g, ' ');
  return {
    path,
    number: digits === undefined ? undefined : Number(digits),
    title: withoutNumber(given),
    content: contentOf(start, told),
    status: status.split('\n', 1)[0]?.toLowerCase() ?? '',
    replaces: numbersAfter(/\b(?:supersedes|replaces)\b/gi, links),
    replacedBy: numbersAfter(/\b(?:superseded|replaced)\b[^\n]{0,40}?\bby\b/gi, links)[0],
  };
}

const CONTEXT = /\b(?:context|problem|motivation|background|summary|why|rationale)\b/i;
const DECISION =
  /\b(?:decision(?!s? drivers)|decided|choice|outcome|resolution|proposal|solution)\b/i;
const CONSEQUENCE = /\b(?:consequences?|costs?|drawbacks|implications|trade-?offs?|impact)\b/i;

interface Section {
  readonly heading: string;
  readonly text: string;
}

/** The title of a record, what stands below it, and its sections. */
function partsOf(body: string): { title?: string; start: string; sections: readonly Section[] } {
  const headings = headingsOf(body);
  const [first, ...others] = headings;
  const isPart =
    first === undefined || CONTEXT.test(first.title) || /^(?:status|decision)\b/i.test(first.title);
  const dividing = isPart && first?.level !== 1 ? headings : others;
  const level = dividing.reduce((least, one) => Math.min(least, one.level), Infinity);
  const tops = dividing.filter((one) => one.level === level);
  const sections = tops.map(({ title, next }, i) => ({
    heading: title,
    text: body.slice(next, tops[i + 1]?.start).trim(),
  }));
  const from = dividing === others ? (first?.next ?? 0) : 0;
  return {
    ...(dividing === others && first !== undefined && { title: first.title }),
    start: fitText(body.slice(from, tops[0]?.start).trim(), MOST_TEXT),
    sections,
  };
}

/** `Use dashes` of `7. Use dashes`, `ADR-0007 Use dashes` and `[RFC 7] Use dashes`. */
const withoutNumber = (title: string) =>
  title
    .replace(
      /^\[?(?:(?:adr|rfc)[-_ #]*\d+|(?:\d{1,6}|adr|rfc|(?:architecture )?decision(?: record)?)(?=[-.:)\]–— ]*[-.:)\]–—]))\]?\s*[-.:)–—]*\s+/i,
      '',
    )
    .trim();

/** The numbers of records that are named behind a word, up to the end of its line. */
function numbersAfter(word: RegExp, text: string): readonly number[] {
  const numbers: number[] = [];
  for (const { index, 0: match } of text.matchAll(word)) {
    const end = index + match.length;
    const [line = ''] = text.slice(end, end + 300).split('\n', 1);
    for (const [, digits] of line.matchAll(/(?:adr|rfc|\[|#|\b)[-_ ]?0*(\d{1,6})(?!\d|\.\d)/gi))
      numbers.push(Number(digits));
  }
  return [...new Set(numbers)];
}

/** Characters of a note. A longer record is shortened: who wants all of it opens the file. */
const MOST_TEXT = 4_000;
/** What each part of a longer record may take. */
const SHARE = { context: 1_400, decision: 1_800, consequence: 700 };

/** A record as it stands where it is short, else its context, its decision and what follows from it. */
function contentOf(start: string, sections: readonly Section[]): string {
  const said = sections.filter(
    ({ heading }) => !/^(?:status|date|deciders|authors?)\b/i.test(heading),
  );
  const textOf = ({ heading, text }: Section) => `## ${heading}\n\n${text}`;
  const whole = [start, ...said.map(textOf)].filter((part) => part !== '').join('\n\n');
  if (whole.length <= MOST_TEXT) return whole;
  const pick = (such: RegExp, most: number) => {
    const found = said.find(({ heading }) => such.test(heading));
    return found === undefined ? [] : [fitText(textOf(found), most)];
  };
  const parts = [
    ...pick(CONTEXT, SHARE.context),
    ...pick(DECISION, SHARE.decision),
    ...pick(CONSEQUENCE, SHARE.consequence),
  ];
  return parts.length === 0 ? fitText(whole, MOST_TEXT) : parts.join('\n\n');
}
