import { folded, isUnspaced, wordsIn } from '../../domain/folded.js';
import { isWordOf, type Pattern, patternOf } from './occurrences.js';
import { type Term, WORD } from './readQuery.js';

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
  const patterns = terms.map(patternOf);
  const spans: Span[] = [];
  for (const { 0: typed, index } of text.slice(0, MAX_LENGTH).matchAll(WORD)) {
    if (spans.length >= MAX_MATCHES) break;
    for (const { from, to } of matchesInWord(typed, patterns)) {
      const last = spans.at(-1);
      const at = { from: index + from, to: index + to };
      // Words of two characters overlap.
      if (last && at.from < last.to) spans[spans.length - 1] = { from: last.from, to: at.to };
      else spans.push(at);
    }
  }
  return spans;
}

/** Where what was typed without a space holds words that match: all of it, or parts of it where scripts meet. */
function matchesInWord(typed: string, patterns: readonly Pattern[]): readonly Span[] {
  const isMatch = (word: string) => patterns.some((pattern) => isWordOf(word, pattern));
  const whole = folded(typed);
  if (!whole.includes(' ')) return isMatch(whole) ? [{ from: 0, to: typed.length }] : [];
  return wordSpans(typed).filter(({ word }) => isMatch(word));
}

/** The words that `folded` makes of what was typed, with their places in it. */
function wordSpans(typed: string): readonly (Span & { readonly word: string })[] {
  const runs: Character[][] = [];
  for (const { 0: text, index: from } of typed.matchAll(CHARACTER)) {
    const word = wordsIn(folded(text)).join('');
    if (word === '') continue;
    const one = { word, from, to: from + text.length, kind: kindOf(text, word) };
    const run = runs.at(-1);
    if (run && run[0]?.kind === one.kind && one.kind !== 'sign') run.push(one);
    else runs.push([one]);
  }
  return runs.flatMap((run) =>
    run[0]?.kind === 'unspaced' ? run.map((_, i) => joined(run.slice(i, i + 2))) : [joined(run)],
  );
}

interface Character extends Span {
  readonly word: string;
  readonly kind: 'letter' | 'unspaced' | 'sign';
}

function kindOf(text: string, word: string): Character['kind'] {
  if (isUnspaced(word)) return 'unspaced';
  return /[\p{L}\p{N}]/u.test(text) ? 'letter' : 'sign';
}

const joined = (characters: readonly Character[]) => ({
  word: characters.map(({ word }) => word).join(''),
  from: characters[0]?.from ?? 0,
  to: characters.at(-1)?.to ?? 0,
});

/** A character as a reader sees it; half-width kana have their marks behind them, and a flag has two letters. */
const CHARACTER = /\p{Regional_Indicator}{2}|\P{M}[\p{M}\uff9e\uff9f]*/gu;

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
