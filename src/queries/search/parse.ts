import type { Visibility } from '../../domain/caller.js';
import { folded, isOneUnspaced, isUnspaced, wordsIn } from '../../domain/searchWords.js';
import { formC } from '../../domain/unicode.js';
import { irregularForms, STOP_WORDS } from '../../domain/wordForms.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { QUERY } from './constants.js';
import { type SearchFilters, type SearchScope, searchScope } from './searchScope.js';

/** A search request of a caller who may see this. */
export interface Search {
  readonly sees: Visibility;
  readonly q: string;
  readonly filters: SearchFilters;
  readonly limit: number;
  readonly offset: number;
  readonly snippet: boolean;
  /** True: each hit says why it has its score. */
  readonly explain?: boolean;
}

/** A search as it was parsed, before anything is looked up. */
export interface Query extends ReadQuery {
  readonly search: Search;
  readonly scope: SearchScope;
}

/** The words of a search. */
interface ReadQuery {
  /** The caller's own FTS5 syntax, when the query looks like it. It may still fail to parse. */
  readonly syntax: string | undefined;
  /** True when the query must be syntax. Quotes alone do not count: they also occur in ordinary sentences. */
  readonly operators: boolean;
  /** The search terms of ordinary language: words without stop words, each once. */
  readonly terms: readonly Term[];
  /** The stop words, unless there are no other words. */
  readonly light: readonly Term[];
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

/** Parses a search. */
export function parse(views: Sql, search: Search): Query {
  const scope = searchScope(views, search.sees, search.filters);
  return { ...readQuery(search.q), search, scope };
}

/**
 * Reads a query of a person or an agent. FTS5 reports `don't`, `a-b` and `src/auth.ts` as syntax errors, so a text
 * counts as syntax only when it has a sign of it and its quotes and parentheses are balanced.
 */
export function readQuery(q: string): ReadQuery {
  // The index is in form C (NFC), so the query must be, too.
  const text = formC(withoutControls(q.slice(0, QUERY.LENGTH)).toWellFormed());
  const operators = OPERATORS.some((sign) => sign.test(text));
  const onlyQuotes = !/[\p{L}\p{N}]/u.test(text.replace(/"[^"]*"/g, ''));
  const isSyntax = (operators || QUOTES.test(text)) && isBalanced(text) && isModest(text);
  return {
    syntax: isSyntax ? text : undefined,
    operators: operators || onlyQuotes,
    ...wordsOf(text),
  };
}

function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}

function wordsOf(text: string): Pick<ReadQuery, 'terms' | 'light'> {
  const terms = new Map<string, Term>();
  for (const [typed] of text.matchAll(WORD)) {
    const words = wordsIn(folded(typed));
    for (const word of words) {
      // The index has no word of marks alone.
      if (terms.has(word) || !/[\p{L}\p{N}\p{Co}]/u.test(word)) continue;
      const term = wordOf(words.length === 1 ? typed : word);
      terms.set(word, isOneUnspaced(word) ? beginningOf(term) : term);
    }
  }
  const all = [...terms.entries()];
  const light = all.filter(([word]) => STOP_WORDS.has(word)).map(([, term]) => term);
  const telling = all.filter(([word]) => !STOP_WORDS.has(word)).map(([, term]) => term);
  return telling.length > 0 ? { terms: telling, light } : { terms: light, light: [] };
}

/** A word with its irregular forms. */
export function wordOf(text: string): Term {
  const forms = irregularForms(text.toLowerCase());
  return { text, kind: 'word', forms: forms.length > 1 ? forms : [text] };
}

/** A term as the beginning of words. */
export const beginningOf = ({ text }: Term): Term => ({ text, kind: 'beginning', forms: [text] });

/** The terms in FTS5 syntax, by which the notes that it finds are ranked: without the names of operators and columns. */
export function termsOfSyntax(syntax: string): Term[] {
  const words = syntax.replace(/\bNEAR\b|\b(?:title|content|tags)(?=[\s}]*:)/g, ' ');
  const beginnings = new Set(
    [...words.matchAll(/([\p{L}\p{N}\p{M}\p{Co}]+)\s*\*/gu)].map(([, word]) => word),
  );
  return wordsOf(words).terms.map((term) => (beginnings.has(term.text) ? beginningOf(term) : term));
}

/** True when FTS5 can answer it quickly. */
function isModest(text: string): boolean {
  const phrases = text.match(/"[^"]*"|[\p{L}\p{N}_]+/gu) ?? [];
  const prefixes = text.match(/\*/g) ?? [];
  const pairs = wordsIn(folded(text)).filter(isUnspaced);
  const single = pairs.filter(isOneUnspaced);
  return (
    phrases.length <= QUERY.PHRASES &&
    prefixes.length + single.length <= QUERY.PREFIXES &&
    pairs.length <= QUERY.PAIRS
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
