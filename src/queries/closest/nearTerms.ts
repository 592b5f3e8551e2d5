import { type Aligned, editDistance, emptyText, withLetter } from '../../domain/editDistance.js';
import { writtenStem } from '../../domain/wordForms.js';
import type { Sql } from '../../sqlite/sqlite.js';

/** What terms are compared with. */
export interface StemPattern {
  /** Lower-case letters of one script below U+D800, without signs above them. */
  readonly stem: string;
  /** What it costs to take only the first letters of `stem` as the word: by their number. All of them cost 0. */
  readonly ends: ReadonlyMap<number, number>;
  /** The greatest distance. */
  readonly most: 1 | 2;
}

/** A term of the index, and its distance to the pattern. */
export interface NearTerm {
  readonly term: string;
  readonly distance: number;
}

/** A place in the sorted vocabulary: terms that begin with `aligned.text` and are not before `from`. */
interface Place {
  readonly aligned: Aligned;
  readonly from: string;
}

// In a table of instances, a seek reads no list of notes. As a subquery, it opens the table once for all.
const SEEK = `
  SELECT (SELECT term FROM observations_fts_terms WHERE term >= value LIMIT 1) AS term
  FROM json_each(?) ORDER BY key`;

/**
 * The terms of the index near a pattern, the nearest first, in their order among equals. Walks the sorted vocabulary and skips
 * whatever begins in a way that is too far off already. Terms of digits or of other letters are skipped as well. A distance of
 * 2 is looked for behind the same first letter only. Takes seeks from `budget`; when it is used up, places with fewer
 * differences have come first.
 */
export function nearTerms(views: Sql, pattern: StemPattern, budget: { seeks: number }): NearTerm[] {
  const { stem, ends, most } = pattern;
  const nextLetter = lettersOf(pattern);
  const distanceOf = ({ row }: Aligned) =>
    Math.min(...[...ends].map(([end, cost]) => (row[end] ?? Number.POSITIVE_INFINITY) + cost));
  const found: NearTerm[] = [];
  /** The places to go to, by the differences that they have at least. */
  const places: Place[][] = Array.from({ length: most + 1 }, () => []);
  const push = (aligned: Aligned, letter: string | undefined) => {
    if (letter === undefined) return;
    // From the first term that can be near: with no further difference left, the letters that follow are known.
    let first = withLetter(stem, aligned, letter, most);
    while (first.least === most && distanceOf(first) > most) {
      const next = nextLetter(first, FIRST_LETTER);
      if (next === undefined) break;
      first = withLetter(stem, first, next, most);
    }
    places[aligned.least]?.push({ aligned, from: first.text });
  };

  /** Follows a term as far as it is near, and notes where to go on beside it. */
  const follow = (start: Aligned, term: string) => {
    let aligned = start;
    for (const letter of term.slice(start.text.length)) {
      const next = nextLetter(aligned, letter);
      if (next !== letter) return push(aligned, next);
      push(aligned, nextLetter(aligned, letterAfter(letter)));
      aligned = withLetter(stem, aligned, letter, most);
    }
    push(aligned, nextLetter(aligned, FIRST_LETTER));
    const distance = distanceOf(aligned);
    if (distance <= most) found.push({ term, distance });
  };

  const { aligned, from } = startOf(pattern);
  places[aligned.least]?.push({ aligned, from });
  while (budget.seeks > 0) {
    const now = places.find(({ length }) => length > 0)?.splice(0, budget.seeks);
    if (!now) break;
    budget.seeks -= now.length;
    const keys = JSON.stringify(now.map((place) => place.from));
    const terms = views.all<{ term: string | null }>(SEEK, [keys]);
    for (const [i, place] of now.entries()) {
      const term = terms[i]?.term;
      if (term?.startsWith(place.aligned.text)) follow(place.aligned, term);
    }
  }
  return found.sort((a, b) => a.distance - b.distance || (a.term < b.term ? -1 : 1));
}

const LOOKUP = `
  SELECT value AS term, 1 AS distance FROM json_each(?)
  WHERE EXISTS (SELECT 1 FROM observations_fts_terms WHERE term = value)`;

/** Those of `terms` that the index holds, as terms at distance 1. A look at each takes one seek from `budget`. */
export function heldTerms(
  views: Sql,
  terms: readonly string[],
  budget: { seeks: number },
): readonly NearTerm[] {
  const looked = terms.slice(0, budget.seeks);
  budget.seeks -= looked.length;
  return views.all<NearTerm>(LOOKUP, [JSON.stringify(looked)]);
}

function startOf({ stem, most }: StemPattern): Place {
  const empty = emptyText(stem);
  const first = stem.charAt(0);
  return most === 1
    ? { aligned: empty, from: FIRST_LETTER }
    : { aligned: withLetter(stem, empty, first, most), from: first };
}

/** Digits, and the codes of other characters, come before it. */
const FIRST_LETTER = 'a';
/** Letters of one script are mostly together within as many characters. */
const BLOCK = 0x100;

/** Gives the first letter from `least` on that may follow a text, so that it stays near the pattern. */
function lettersOf({ stem, most }: StemPattern) {
  const codes = [...stem].map((letter) => letter.charCodeAt(0));
  const lowest = Math.floor(Math.min(...codes) / BLOCK) * BLOCK;
  const highest = Math.floor(Math.max(...codes) / BLOCK) * BLOCK + BLOCK - 1;
  const first = String.fromCharCode(Math.max(lowest, FIRST_LETTER.charCodeAt(0)));
  return (aligned: Aligned, least: string): string | undefined => {
    const from = least < first ? first : least;
    if (from.charCodeAt(0) > highest) return undefined;
    if (aligned.least < most) return from;
    // No further difference is possible, so the next letter of the pattern follows, wherever the text may end in it. The
    // second of two exchanged letters is one of these: before it, the text looks as if the first had been added.
    let found: string | undefined;
    for (let i = 0; i < stem.length; i++) {
      const letter = stem.charAt(i);
      const isNext = aligned.row[i] === most && letter >= from;
      if (isNext && (found === undefined || letter < found)) found = letter;
    }
    return found;
  };
}

const letterAfter = (letter: string) => String.fromCharCode(letter.charCodeAt(0) + 1);

/** What the words that one difference makes of a word become as stems. */
interface EditedStems {
  /** Beginnings of the word's own stem, by length, with the differences that they cost: 0 for all of it. */
  readonly ends: ReadonlyMap<number, 0 | 1>;
  /** Stems that differ from the word's own by more than one letter, though the words do not. */
  readonly others: readonly string[];
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * Where a misspelt word leads beside its own stem. With a misspelt ending, too much is left: of `deploymnet` all, though
 * `deployment` has the stem `deploy`. And of `drivxng`, `driving` has the stem `drive`. Endings are English, so only words of
 * `a` to `z` have such stems.
 */
export function editedStems(word: string, stem: string): EditedStems {
  const ends = new Map<number, 0 | 1>([[stem.length, 0]]);
  const others = new Set<string>();
  for (const edited of /^[a-z]+$/.test(stem) ? editsOf(word) : []) {
    const other = writtenStem(edited);
    // Without an ending, the stems differ as the words do.
    if (other === edited && stem === word) continue;
    if (stem.startsWith(other)) {
      if (other !== stem) ends.set(other.length, 1);
    } else if (editDistance(stem, other, 1) === undefined) others.add(other);
  }
  return { ends, others: [...others] };
}

/** Letters before them are no part of an ending. */
const LAST_LETTERS = 10;

/** The words that one of the last letters left out, added, replaced or exchanged with the next makes of a word. */
function editsOf(word: string): readonly string[] {
  const edits: string[] = [];
  for (let at = Math.max(0, word.length - LAST_LETTERS); at <= word.length; at++) {
    const [before, one, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)];
    for (const letter of LETTERS) edits.push(before + letter + one + after);
    if (one === '') continue;
    for (const letter of LETTERS) edits.push(before + letter + after);
    edits.push(before + after, before + after.slice(0, 1) + one + after.slice(1));
  }
  return edits;
}
