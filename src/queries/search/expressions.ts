import { folded, isOneUnspaced, phraseIn, wordsIn } from '../../domain/folded.js';
import { isIdentifier, splitIdentifier } from '../../domain/splitIdentifier.js';
import { startingWith } from './beginnings.js';
import { QUERY } from './constants.js';
import { beginningOf, type Term, WORD, wordOf } from './parse.js';
import { STOP_WORDS } from './words.js';

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
  return [...new Set(parts)].slice(0, QUERY.PHRASES).map(wordOf);
}

/** FTS5 expression for any of several units (`unitOf`). */
export function anyOf(units: readonly string[]): string {
  return `{title content tags meta} : (${units.join(' OR ')})`;
}

/** The longest of the terms, as beginnings of words. */
export function beginningsOf(terms: readonly Term[]): readonly Term[] {
  const longest = [...terms].sort((a, b) => b.text.length - a.text.length);
  return longest.slice(0, QUERY.PREFIXES).map(beginningOf);
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

/**
 * FTS5 syntax with its words as the index has them: the index cannot take them apart as `folded` does. One character of a script
 * without spaces is the beginning of words.
 */
export function foldedSyntax(syntax: string): string {
  return syntax.replace(QUOTED_OR_WORD, (text, quoted: string | undefined, at: number) => {
    if (quoted === undefined && !/[^\0-\x7f]/.test(text)) return text;
    const words = phraseIn(folded(quoted ?? text));
    const last = words.at(-1) ?? '';
    const isBeginning = isOneUnspaced(last) && !/^\s*\*/.test(syntax.slice(at + text.length));
    if (isBeginning) return `"${words.join(' ')}" *`;
    return quoted === undefined && words.length === 1 ? last : `"${words.join(' ')}"`;
  });
}

/** A quotation, or a word of syntax: an operator, a column or what `WORD` is. */
const QUOTED_OR_WORD = new RegExp(`"([^"]*)"|(?:${WORD.source}|[A-Za-z0-9_])+`, 'gu');
