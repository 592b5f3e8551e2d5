import { spacedScripts, splitAtScripts } from '../domain/spacedScripts.js';
import { isIdentifier, splitIdentifier } from '../domain/splitIdentifier.js';
import { STOP_WORDS } from './stopWords.js';

/** A search as it was understood, before the index is asked. */
export interface ReadQuery {
  /** The caller's own FTS5 syntax, when the query shows signs of it. It may still not parse. */
  readonly syntax: string | undefined;
  /** Whether more than quotes speaks for syntax: people also quote within ordinary sentences. */
  readonly operators: boolean;
  /** What to look for when it is language: words without stop words, each once. */
  readonly terms: readonly Term[];
}

/** One word, or one run of a script that is written without spaces. */
export interface Term {
  readonly text: string;
  readonly kind: 'word' | 'run';
}

const LONGEST = 2000;

/** What nobody writes without meaning FTS5 syntax. Mere punctuation is not among it. */
const QUOTES = /"[^"]*[\p{L}\p{N}][^"]*"/u;
const OPERATORS: readonly RegExp[] = [
  /[\p{L}\p{N}")*]\s+(?:AND|OR|NOT)\s+[\p{L}\p{N}"(^]/u,
  /\bNEAR\s*\(/u,
  /[\p{L}\p{N}"]\*(?:[\s)]|$)/u,
  /(?:^|[\s({])(?:title|content|tags)\s*:\s*[\p{L}\p{N}"(^]/u,
  /(?:^|[\s(:])\^[\p{L}\p{N}"]/u,
];

/**
 * Reads what a person or an agent typed. FTS5 calls `don't`, `a-b` and `src/auth.ts` syntax errors, so
 * text is only taken as syntax when it shows a sign of it and its quotes and parentheses are balanced.
 */
export function readQuery(q: string): ReadQuery {
  const text = withoutControls(q).slice(0, LONGEST);
  const operators = OPERATORS.some((sign) => sign.test(text));
  const isSyntax = (operators || QUOTES.test(text)) && isBalanced(text);
  return { syntax: isSyntax ? text : undefined, operators, terms: termsOf(text) };
}

function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ');
}

function termsOf(text: string): Term[] {
  const words = text.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];
  const terms = new Map<string, Term>();
  for (const { part, run } of words.flatMap(splitAtScripts)) {
    if (!terms.has(part.toLowerCase())) {
      terms.set(part.toLowerCase(), { text: part, kind: run ? 'run' : 'word' });
    }
  }
  const telling = [...terms].filter(([lowerCase]) => !STOP_WORDS.has(lowerCase));
  return (telling.length > 0 ? telling : [...terms]).map(([, term]) => term);
}

/** Every term, in what was said itself. */
export function allOf(terms: readonly Term[]): string {
  return terms
    .map((term) =>
      term.kind === 'run' ? anywhere(term) : `{title content tags} : ${quoted(term)}`,
    )
    .join(' AND ');
}

/** Any term, or a part of an identifier, anywhere. */
export function anyOf(terms: readonly Term[]): string {
  const parts = terms.flatMap((term) => {
    if (term.kind === 'run') return [anywhere(term)];
    // Only what has a hump: the parts of a commit hash would be in every other observation.
    const parts = isIdentifier(term.text) ? splitIdentifier(term.text) : [];
    return [quoted(term), ...parts.map((text) => `"${text}"`)];
  });
  return `{title content tags meta ctx} : (${[...new Set(parts)].join(' OR ')})`;
}

/** Any word that begins like a term. Made for the index of words as written. */
export function prefixOf(terms: readonly Term[]): string {
  return `{title content tags} : (${terms.map((term) => `${quoted(term)} *`).join(' OR ')})`;
}

/** Quoted, a term is a term whatever it spells: `NOT` and `NEAR` included. */
function quoted({ text }: Term): string {
  return `"${text}"`;
}

/** A run is found as a whole word, or as a phrase of its characters. */
function anywhere(term: Term): string {
  return `(${quoted(term)} OR meta : "${spacedScripts(term.text).join(' ')}")`;
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
