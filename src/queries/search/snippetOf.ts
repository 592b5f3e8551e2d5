import { isWordOf, type Pattern, patternOf } from './occurrences.js';
import type { Term } from './readQuery.js';
import { folded } from './stemOf.js';

const BEFORE = 60;
const LENGTH = 240;
/** The search for the best part stops after 50,000 UTF-16 units or 500 matches. */
const MAX_LENGTH = 50_000;
const MAX_MATCHES = 500;

/**
 * The part of a text with the most matches, about 240 characters, with the matches in `**`. What the text itself has in bold
 * loses these signs: it would look like a match.
 */
export function snippetOf(text: string, terms: readonly Term[]): string {
  const matches = matchesIn(text, terms);
  const first = densest(matches);
  const start = first === undefined ? 0 : wordStart(text, Math.max(0, first - BEFORE));
  const end = wholeCharacter(text, Math.min(text.length, start + LENGTH));
  let extract = '';
  let at = start;
  for (const { from, to } of matches) {
    if (from < at || to > end) continue;
    extract += `${withoutBold(text.slice(at, from))}**${text.slice(from, to)}**`;
    at = to;
  }
  extract += withoutBold(text.slice(at, end));
  return `${start > 0 ? '…' : ''}${extract}${end < text.length ? '…' : ''}`;
}

const withoutBold = (text: string) => text.replaceAll('**', '');

interface Span {
  readonly from: number;
  readonly to: number;
}

function matchesIn(text: string, terms: readonly Term[]): Span[] {
  const runs = terms.filter(({ kind }) => kind === 'run').map((term) => term.text);
  const patterns = terms.filter(({ kind }) => kind !== 'run').map(patternOf);
  const spans: Span[] = [];
  for (const { 0: token, index } of text.slice(0, MAX_LENGTH).matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (spans.length === MAX_MATCHES) break;
    const run = runs.find((one) => token.includes(one));
    const from = index + (run ? token.indexOf(run) : 0);
    if (run) spans.push({ from, to: from + run.length });
    else if (isAnyOf(token, patterns)) spans.push({ from, to: index + token.length });
  }
  return spans;
}

function isAnyOf(token: string, patterns: readonly Pattern[]): boolean {
  const word = folded(token);
  return patterns.some((pattern) => isWordOf(word, pattern));
}

/** The start of the window with the most matches; undefined without matches. */
function densest(matches: readonly Span[]): number | undefined {
  let best: { from: number; count: number } | undefined;
  let last = 0;
  for (const [i, { from }] of matches.entries()) {
    while ((matches[last]?.to ?? Number.POSITIVE_INFINITY) <= from + LENGTH - BEFORE) last += 1;
    if (!best || last - i > best.count) best = { from, count: last - i };
  }
  return best?.from;
}

function wordStart(text: string, at: number): number {
  const space = text.slice(at, at + BEFORE).search(/\s/);
  return at === 0 || space < 0 ? wholeCharacter(text, at) : at + space + 1;
}

/** Moves an offset off the middle of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
