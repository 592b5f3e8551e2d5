import { folded, isUnspaced, wordsIn } from '../../domain/folded.js';
import { formC } from '../../domain/formC.js';
import { isIdentifier, splitIdentifier } from '../../domain/splitIdentifier.js';
import { irregularForms } from './irregularForms.js';
import { startingWith } from './prefixes.js';
import { STOP_WORDS } from './stopWords.js';

/** A query as it was parsed, before the search in the index. */
export interface ReadQuery {
  /** The caller's own FTS5 syntax, when the query looks like it. It may still fail to parse. */
  readonly syntax: string | undefined;
  /** True when the query must be syntax. Quotes alone do not count: they also occur in ordinary sentences. */
  readonly operators: boolean;
  /** The search terms of ordinary language: words without stop words, each once. */
  readonly terms: readonly Term[];
}

/** One word, or the beginning of words. Of a script that is written without spaces, two characters are a word. */
export interface Term {
  /** As it was typed. */
  readonly text: string;
  readonly kind: 'word' | 'beginning';
  /** What counts as the term: the text itself and other forms of a word, or the words that a misspelt one may mean. */
  readonly forms: readonly string[];
  /** Whether it is read as `forms` because no note holds it. */
  readonly corrected?: true;
}

/** Longest query that is read, in UTF-16 units. */
const MAX_LENGTH = 2000;
/** Limits of FTS5 syntax. More would take seconds or hours: the cost grows faster than the number of phrases. */
const MAX_PHRASES = 24;
const MAX_PREFIXES = 4;
const MAX_BIGRAMS = 32;

/** A word as it is typed, with all that `folded` reads of it. */
export const WORD =
  /[\p{L}\p{N}\p{M}\p{Co}\p{Default_Ignorable_Code_Point}\p{Extended_Pictographic}\p{Regional_Indicator}]+/gu;

/** Signs that a text is meant as FTS5 syntax. Punctuation alone is none. */
const QUOTES = /"[^"]*[\p{L}\p{N}][^"]*"/u;
const OPERATORS: readonly RegExp[] = [
  /[\p{L}\p{N}")*]\s+(?:AND|OR|NOT)\s+[\p{L}\p{N}"(^]/u,
  /\bNEAR\s*\(/u,
  /[\p{L}\p{N}"]\*(?:[\s)]|$)/u,
  /(?:^|[\s({-])(?:title|content|tags)(?:\s+(?:title|content|tags))*\s*\}?\s*:\s*[\p{L}\p{N}"(^]/u,
  /(?:^|[\s(:])\^[\p{L}\p{N}"]/u,
];

/**
 * Parses a query of a person or an agent. FTS5 reports `don't`, `a-b` and `src/auth.ts` as syntax errors, so a text
 * counts as syntax only when it has a sign of it and its quotes and parentheses are balanced.
 */
export function readQuery(q: string): ReadQuery {
  // The index is in form C (NFC), so the query must be, too.
  const text = formC(withoutControls(q.slice(0, MAX_LENGTH)).toWellFormed());
  const operators = OPERATORS.some((sign) => sign.test(text));
  const onlyQuotes = !/[\p{L}\p{N}]/u.test(text.replace(/"[^"]*"/g, ''));
  const isSyntax = (operators || QUOTES.test(text)) && isBalanced(text) && isModest(text);
  return {
    syntax: isSyntax ? text : undefined,
    operators: operators || onlyQuotes,
    terms: termsOf(text),
  };
}

function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}

function termsOf(text: string): Term[] {
  const terms = new Map<string, Term>();
  for (const [typed] of text.matchAll(WORD)) {
    const words = wordsIn(folded(typed));
    for (const word of words) {
      if (terms.has(word)) continue;
      const term = wordOf(words.length === 1 ? typed : word);
      terms.set(word, isUnspaced(word) && isOneCharacter(word) ? beginningOf(term) : term);
    }
  }
  const kept = [...terms].filter(([word]) => !STOP_WORDS.has(word));
  return (kept.length > 0 ? kept : [...terms]).map(([, term]) => term);
}

function wordOf(text: string): Term {
  const forms = irregularForms(text.toLowerCase());
  return { text, kind: 'word', forms: forms.length > 1 ? forms : [text] };
}

const isOneCharacter = (word: string) => /^\P{M}\p{M}*$/u.test(word);

const beginningOf = ({ text }: Term): Term => ({ text, kind: 'beginning', forms: [text] });

/** The terms in FTS5 syntax, by which the notes that it finds are ranked: without the names of operators and columns. */
export function termsOfSyntax(syntax: string): Term[] {
  const words = syntax.replace(/\bNEAR\b|\b(?:title|content|tags)(?=[\s}]*:)/g, ' ');
  const beginnings = new Set(
    [...words.matchAll(/([\p{L}\p{N}\p{M}\p{Co}]+)\s*\*/gu)].map(([, word]) => word),
  );
  return termsOf(words).map((term) => (beginnings.has(term.text) ? beginningOf(term) : term));
}

/** FTS5 expression for all of several units (`unitOf`), in any column. */
export function allOf(units: readonly string[]): string {
  return `{title content tags meta} : (${units.join(' AND ')})`;
}

/** FTS5 expression for all terms in title or tags. */
export function allInTitle(terms: readonly Term[]): string {
  return `{title tags} : (${terms.map(unitOf).join(' AND ')})`;
}

/** The parts of identifiers among the terms, which score on their own: `user` of `getUserById`. */
export function partsOf(terms: readonly Term[]): readonly Term[] {
  // Only of words in camel case: the parts of a commit hash would match every other observation.
  const parts = terms
    .filter(({ text }) => isIdentifier(text))
    .flatMap(({ text }) => splitIdentifier(text))
    .filter((part) => !STOP_WORDS.has(part.toLowerCase()));
  return [...new Set(parts)].slice(0, MAX_PHRASES).map(wordOf);
}

/** FTS5 expression for any of several units (`unitOf`). */
export function anyOf(units: readonly string[]): string {
  return `{title content tags meta} : (${units.join(' OR ')})`;
}

/** The longest of the terms, as beginnings of words. */
export function beginningsOf(terms: readonly Term[]): readonly Term[] {
  const longest = [...terms].sort((a, b) => b.text.length - a.text.length);
  return longest.slice(0, MAX_PREFIXES).map(beginningOf);
}

/** FTS5 expression for any of the terms in the columns of the note itself. */
export function anyTermOf(terms: readonly Term[]): string {
  return `{title content tags} : (${terms.map(unitOf).join(' OR ')})`;
}

/** FTS5 expression for one term. In quotes, FTS5 reads any text as text, also `NOT` and `NEAR`. */
export function unitOf({ kind, forms }: Term): string {
  const quoted = forms
    .map((form) => wordsIn(folded(form)).join(' '))
    .map((form) => (kind === 'beginning' ? startingWith(form) : `"${form}"`));
  return quoted.length === 1 ? quoted.join() : `(${quoted.join(' OR ')})`;
}

/** FTS5 syntax with its words as the index has them: the index cannot take them apart as `folded` does. */
export function foldedSyntax(syntax: string): string {
  return syntax.replace(
    /"([^"]*)"|(?:(?=[^\0-\x7f])[\p{L}\p{N}\p{M}\p{Co}]|[A-Za-z0-9_])+/gu,
    (text, quoted?: string) => {
      if (quoted === undefined && !/[^\0-\x7f]/.test(text)) return text;
      const words = wordsIn(folded(quoted ?? text));
      return quoted === undefined && words.length === 1 ? words.join() : `"${words.join(' ')}"`;
    },
  );
}

/** True when FTS5 can answer it quickly. */
function isModest(text: string): boolean {
  const phrases = text.match(/"[^"]*"|[\p{L}\p{N}_]+/gu) ?? [];
  const prefixes = text.match(/\*/g) ?? [];
  const bigrams = wordsIn(folded(text)).filter(isUnspaced);
  return (
    phrases.length <= MAX_PHRASES &&
    prefixes.length <= MAX_PREFIXES &&
    bigrams.length <= MAX_BIGRAMS
  );
}

function isBalanced(text: string): boolean {
  const outside = text.replace(/"[^"]*"/g, '');
  let depth = 0;
  for (const char of outside) {
    if (char === '(') depth += 1;
    if (char === ')' && --depth < 0) return false;
  }
  return depth === 0 && !outside.includes('"');
}
