import {
  folded,
  isIdentifier,
  isOneUnspaced,
  phraseIn,
  splitIdentifier,
  wordsIn,
} from '../../domain/searchWords.js';
import { STOP_WORDS, stemOf } from '../../domain/wordForms.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { QUERY } from './constants.js';
import { beginningOf, type Term, WORD, wordOf } from './parse.js';

/** FTS5 expression for all or any of the terms in some columns: by default, all by whose words a note is found. */
export function expressionFor(
  terms: readonly Term[],
  join: 'AND' | 'OR',
  columns = 'title content tags meta',
): string {
  return `{${columns}} : (${terms.map(unitOf).join(` ${join} `)})`;
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

/** The longest of the terms, as beginnings of words. */
export function beginningsOf(terms: readonly Term[]): readonly Term[] {
  const longest = [...terms].sort((a, b) => b.text.length - a.text.length);
  return longest.slice(0, QUERY.PREFIXES).map(beginningOf);
}

/** FTS5 expression for one term. In quotes, FTS5 reads any text as text, also `NOT` and `NEAR`. */
function unitOf({ kind, forms }: Term): string {
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

/**
 * Endings that the index strips from words (Porter's algorithm). A prefix that ends inside one of them, such as
 * `migrati`, is longer than the stem it should find.
 */
const ENDINGS =
  `ability abilities able ably ality alities ally ances ancy ants ates ating ational ationally ations
   ators atives ed eds ences ency ening entials entially ents ers est fully fulness ibilities ible ibly ic
   ically ied iers ies iest iness ings ingly ional ionally ions ities ity isms ivities ively iveness izations ized izers
   izing less ly ments ness ously ousness`.split(/\s+/);

/**
 * FTS5 expression for all words that begin with `start`. The index holds stems, and FTS5 stems a prefix as if it
 * were a word: `pars *` would find `particle`, and `pay *` would not find `payment`. `known` are words with all stems of the
 * index that begin so (`wordsStartingWith`); FTS5 merges the whole lists of those before it gives the first note, unless they are named.
 */
export function startingWith(start: string, known?: readonly string[]): string {
  const stems = known?.map((word) => `"${word}"`) ?? [`"${stemStart(start)}" *`];
  const words = [start, ...completionsOf(start)].map((word) => `"${word}"`);
  return `(${[...new Set([...stems, ...words])].join(' OR ')})`;
}

/** Replaces the prefixes in FTS5 syntax by `startingWith`. Quoted texts stay. */
export function withPrefixes(
  syntax: string,
  knownOf: (start: string) => readonly string[] | undefined = () => undefined,
): string {
  return syntax.replace(
    /("[^"]*")|([\p{L}\p{N}_]+)\s*\*/gu,
    (text, quotation?: string, start = '') =>
      quotation ? text : startingWith(start, knownOf(start)),
  );
}

/** A word whose stem is `start`, by which FTS5 stems a prefix to it: Porter's algorithm removes `ness` from words with a vowel before a consonant. */
function stemStart(start: string): string {
  return /[aeiou][^aeiou]|[^aeiou]y[^aeiouy]/i.test(start) ? `${start}ness` : start;
}

/** The words that `start` gives when an ending that is cut off in it is completed. */
function completionsOf(start: string): string[] {
  const completed = ENDINGS.flatMap((ending) => {
    for (let length = ending.length - 1; length > 0; length -= 1) {
      if (start.endsWith(ending.slice(0, length))) return [start + ending.slice(length)];
    }
    return [];
  });
  // `stopp` of `stopped`: the stem has only one `p`.
  return /([bdfgklmnprstz])\1$/.test(start) ? [...completed, `${start}ing`] : completed;
}

/** More words cannot be named in a query of FTS5. */
const MOST_WORDS = 250;
/** FTS5 merges the lists of so many notes in the time that it takes to look up one more word. */
const NOTES_FOR_A_WORD = 4000;

// In the sorted vocabulary, each seek leads to the next stem: with a control character behind it, a stem is before all longer ones.
const STEMS = `
  WITH RECURSIVE stems (stem) AS (
    SELECT (SELECT term FROM observations_fts_terms WHERE term >= :start LIMIT 1)
    UNION ALL
    SELECT (SELECT term FROM observations_fts_terms WHERE term >= stem || char(1) LIMIT 1)
    FROM stems WHERE substr(stem, 1, length(:start)) = :start
    LIMIT :most + 2
  )
  SELECT stem FROM stems WHERE substr(stem, 1, length(:start)) = :start`;

/**
 * For each stem of the index that `start` is the beginning of, a word that has it. Undefined when FTS5 answers a prefix sooner, as it
 * does in a vault of few `notes`, or when no word is known for a stem. Stems of notes that the caller may not see are among
 * them: they find nothing.
 */
export function wordsStartingWith(
  views: Sql,
  start: string,
  notes: number,
): readonly string[] | undefined {
  const beginning = stemOf(folded(stemStart(start)));
  if (!/^[\p{L}\p{N}]+$/u.test(beginning)) return undefined;
  const most = Math.min(MOST_WORDS, Math.floor(notes / NOTES_FOR_A_WORD));
  const rows = views.all<{ stem: string }>(STEMS, { start: beginning, most });
  if (rows.length > most) return undefined;
  const words = rows.map(({ stem }) => wordWith(stem));
  return words.every((word) => word !== undefined) ? words : undefined;
}

/** Endings that give words of most stems. */
const COMMON_ENDINGS = ['', 'e', 's', 'ed', 'ing', 'ness', 'ion', 'able'];

function wordWith(stem: string): string | undefined {
  const words = COMMON_ENDINGS.map((ending) => stem + ending);
  // `happi` is the stem of `happy`.
  if (stem.endsWith('i')) words.push(`${stem.slice(0, -1)}y`);
  return words.find((word) => stemOf(word) === stem);
}
