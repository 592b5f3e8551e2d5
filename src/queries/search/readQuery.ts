import { spacedScripts, splitAtScripts } from '../../domain/spacedScripts.js';
import { isIdentifier, splitIdentifier } from '../../domain/splitIdentifier.js';
import { startingWith } from './prefixes.js';
import { STOP_WORDS } from './stopWords.js';

/** A search as it was understood, before the index is asked. */
export interface ReadQuery {
  /** The caller's own FTS5 syntax, when the query shows signs of it. It may still not parse. */
  readonly syntax: string | undefined;
  /** Whether it can only be meant as syntax: people also quote within ordinary sentences. */
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
/** What more of would take FTS5 seconds, or hours: the cost of a query grows faster than its phrases. */
const MOST_PHRASES = 24;
const MOST_PREFIXES = 4;
const LONGEST_RUN = 32;

/** What nobody writes without meaning FTS5 syntax. Mere punctuation is not among it. */
const QUOTES = /"[^"]*[\p{L}\p{N}][^"]*"/u;
const OPERATORS: readonly RegExp[] = [
  /[\p{L}\p{N}")*]\s+(?:AND|OR|NOT)\s+[\p{L}\p{N}"(^]/u,
  /\bNEAR\s*\(/u,
  /[\p{L}\p{N}"]\*(?:[\s)]|$)/u,
  /(?:^|[\s({-])(?:title|content|tags)(?:\s+(?:title|content|tags))*\s*\}?\s*:\s*[\p{L}\p{N}"(^]/u,
  /(?:^|[\s(:])\^[\p{L}\p{N}"]/u,
];

/**
 * Reads what a person or an agent typed. FTS5 calls `don't`, `a-b` and `src/auth.ts` syntax errors, so
 * text is only taken as syntax when it shows a sign of it and its quotes and parentheses are balanced.
 */
export function readQuery(q: string): ReadQuery {
  // Stored text is in form C, so what is looked for has to be, too.
  const text = withoutControls(q).slice(0, LONGEST).toWellFormed().normalize('NFC');
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
  const words = text.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];
  const terms = new Map<string, Term>();
  for (const { part, run } of words.flatMap(splitAtScripts)) {
    if (!terms.has(part.toLowerCase())) {
      // A run that is found by its beginning is found.
      const text = run ? [...part].slice(0, LONGEST_RUN).join('') : part;
      terms.set(part.toLowerCase(), { text, kind: run ? 'run' : 'word' });
    }
  }
  const telling = [...terms].filter(([lowerCase]) => !STOP_WORDS.has(lowerCase));
  return (telling.length > 0 ? telling : [...terms]).map(([, term]) => term);
}

/** Every term, in what was said itself, or in some columns of it. */
export function allOf(terms: readonly Term[], columns = 'title content tags'): string {
  return terms
    .map((term) => {
      const said = `{${columns}} : ${quoted(term)}`;
      return term.kind === 'run' ? `(${said} OR meta : ${spaced(term)})` : said;
    })
    .join(' AND ');
}

/** One term, in what was said and in what is known besides. */
export function unitOf(term: Term): string {
  return term.kind === 'run' ? `(${quoted(term)} OR {meta} : ${spaced(term)})` : quoted(term);
}

/** The parts of identifiers among terms, which count by themselves: `user` of `getUserById`. */
export function partsOf(terms: readonly Term[]): readonly string[] {
  // Only of what has a hump: the parts of a commit hash would be in every other observation.
  const parts = terms
    .filter(({ text }) => isIdentifier(text))
    .flatMap(({ text }) => splitIdentifier(text))
    .filter((part) => !STOP_WORDS.has(part.toLowerCase()));
  return [...new Set(parts)].slice(0, MOST_PHRASES).map((part) => `"${part}"`);
}

/** Any of such units. */
export function anyOf(units: readonly string[]): string {
  return `{title content tags meta} : (${units.join(' OR ')})`;
}

/** Any word that begins like one of the longest terms. */
export function prefixOf(terms: readonly Term[]): string {
  const longest = [...terms].sort((a, b) => b.text.length - a.text.length).slice(0, MOST_PREFIXES);
  return `{title content tags} : (${longest.map(({ text }) => startingWith(text)).join(' OR ')})`;
}

/** Quoted, a term is a term whatever it spells: `NOT` and `NEAR` included. */
function quoted({ text }: Term): string {
  return `"${text}"`;
}

/** A run as a phrase of its characters, as it is indexed beside the words. */
function spaced({ text }: Term): string {
  return `"${spacedScripts(text).join(' ')}"`;
}

/** Whether FTS5 is done with it in no time. */
function isModest(text: string): boolean {
  const phrases = text.match(/"[^"]*"|[\p{L}\p{N}_]+/gu) ?? [];
  const prefixes = text.match(/\*/g) ?? [];
  return phrases.length <= MOST_PHRASES && prefixes.length <= MOST_PREFIXES;
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
