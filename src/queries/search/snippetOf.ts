import { folded, isUnspaced, wordsIn } from '../../domain/searchWords.js';
import { stemOf } from '../../domain/wordForms.js';
import { patternOf } from './occurrences.js';
import { type Term, WORD } from './parse.js';

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
  const end = wordEnd(text, Math.min(text.length, start + LENGTH));
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
  const wanted = wantedOf(terms);
  const spans: Span[] = [];
  for (const { 0: typed, index } of text.slice(0, MAX_LENGTH).matchAll(WORD)) {
    if (spans.length >= MAX_MATCHES) break;
    for (const { from, to } of wordSpans(typed, wanted)) {
      const last = spans.at(-1);
      const at = { from: index + from, to: index + to };
      // Words of two characters overlap, and words of two scripts touch.
      if (last && at.from <= last.to) spans[spans.length - 1] = { from: last.from, to: at.to };
      else spans.push(at);
    }
  }
  return spans;
}

/** The words that are marked. */
interface Wanted {
  readonly stems: ReadonlySet<string>;
  /** How words begin, in scripts with spaces and without. */
  readonly starts: readonly string[];
  readonly unspacedStarts: ReadonlySet<string>;
  /** Their first characters, which stems keep: most words of a text begin with none of them. */
  readonly firsts: ReadonlySet<string>;
}

function wantedOf(terms: readonly Term[]): Wanted {
  const patterns = terms.map(patternOf);
  const stems = patterns.flatMap((one) => (one.kind === 'word' ? one.stems : []));
  const starts = patterns.flatMap((one) => (one.kind === 'beginning' ? [one.text] : []));
  return {
    stems: new Set(stems),
    starts: starts.filter((start) => !isUnspaced(start)),
    unspacedStarts: new Set(starts.filter(isUnspaced)),
    firsts: new Set([...stems, ...starts].map(firstOf)),
  };
}

const firstOf = (word: string) => word.match(/^\P{M}\p{M}*/u)?.[0] ?? word;

const isWanted = (word: string, { stems, starts }: Wanted) =>
  stems.has(stemOf(word)) || starts.some((start) => word.startsWith(start));

interface Word extends Span {
  readonly word: string;
}

/** Those words that `folded` makes of what was typed without a space which are wanted, with their places: several where scripts meet. */
function wordSpans(typed: string, wanted: Wanted): readonly Word[] {
  if (!/[^\0-\x7f]/.test(typed)) {
    const word = typed.toLowerCase();
    if (!wanted.firsts.has(word.charAt(0))) return [];
    return isWanted(word, wanted) ? [{ word, from: 0, to: typed.length }] : [];
  }
  const runs: (Word & Pick<Character, 'kind'>)[][] = [];
  for (const { 0: text, index: from } of typed.matchAll(CHARACTER)) {
    const { word, kind } = characterOf(text);
    if (word === '') continue;
    const one = { word, kind, from, to: from + text.length };
    const run = runs.at(-1);
    if (run && run[0]?.kind === kind && kind !== 'sign') run.push(one);
    else runs.push([one]);
  }
  return runs.flatMap((run) =>
    run[0]?.kind === 'unspaced'
      ? pairsIn(run, wanted)
      : [joined(run)].filter(({ word }) => isWanted(word, wanted)),
  );
}

/** The wanted pairs of a run of a script without spaces. */
function pairsIn(run: readonly Word[], { stems, unspacedStarts, firsts }: Wanted): readonly Word[] {
  return run.flatMap((one, i) => {
    if (!firsts.has(one.word)) return [];
    const pair = joined(run.slice(i, i + 2));
    const isPair = stems.has(pair.word) || unspacedStarts.has(pair.word);
    if (isPair) return [pair];
    return unspacedStarts.has(one.word) ? [one] : [];
  });
}

interface Character {
  readonly word: string;
  readonly kind: 'letter' | 'unspaced' | 'sign';
}

/** Characters of texts come again and again. */
const known = new Map<string, Character>();
const MOST_KNOWN = 20_000;

function characterOf(text: string): Character {
  const before = known.get(text);
  if (before) return before;
  const word = wordsIn(folded(text)).join('');
  const made = { word, kind: kindOf(text, word) };
  if (known.size === MOST_KNOWN) known.clear();
  known.set(text, made);
  return made;
}

function kindOf(text: string, word: string): Character['kind'] {
  if (isUnspaced(word)) return 'unspaced';
  return /[\p{L}\p{N}]/u.test(text) ? 'letter' : 'sign';
}

const joined = (characters: readonly Word[]): Word => ({
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

function wordEnd(text: string, at: number): number {
  if (/^(\s|$)/.test(text.slice(at, at + 1))) return at;
  const space = text.slice(at - BEFORE, at).search(/\s\S*$/);
  return space < 0 ? wholeCharacter(text, at) : at - BEFORE + space;
}

/** Moves an offset off the middle of a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
