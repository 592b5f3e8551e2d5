import type { Sql } from '../../sqlite/sqlite.js';
import { NOTES, RANK } from './constants.js';
import { holds, newestMatches } from './holders.js';
import type { Matched, Reading } from './match.js';
import { inScope, type Note, type ReadNote, readNotes, stretchesAround } from './notes.js';
import { patternOf } from './occurrences.js';
import type { Query, Term } from './parse.js';
import {
  explained,
  factorOf,
  HIGHEST,
  type Lengths,
  lengthRatio,
  lent,
  round,
  scoreWord,
  type WordScore,
} from './score.js';
import type { Explanation } from './searchHit.js';
import type { SearchScope } from './searchScope.js';

/** An observation that matched. A higher score is better. */
export interface Match {
  readonly position: number;
  readonly score: number;
  /** True when it contains all terms. */
  readonly whole: boolean;
  /** Why it has its score; undefined for a match that was not compared with others and comes after the ranked ones. */
  readonly explain?: () => Explanation;
}

/** The matches of a page, best first, newest first among equals. */
export interface Ranked {
  readonly reading: Reading;
  readonly matches: readonly Match[];
  readonly terms: readonly Term[];
}

/** Ranks what was found, up to the end of the page that is asked for. */
export function rank(views: Sql, matched: Matched, { scope, search }: Query): Ranked {
  const { terms, reading } = matched;
  const best = rankedNotes(views, matched, scope);
  // The reading is that of all hits up to the end of the page.
  const matches = matchesUntil(views, matched, best, scope, search.offset + search.limit);
  const isRelaxed = reading === 'words' && matches.some(({ whole }) => !whole);
  return {
    reading: isRelaxed ? 'relaxed' : reading,
    matches: matches.slice(search.offset),
    terms,
  };
}

/** First the ranked ones, then candidates by the weights of their words, then the newest of each expression; each once. */
function matchesUntil(
  views: Sql,
  { candidates, whole, rest }: Matched,
  best: readonly Match[],
  scope: SearchScope,
  end: number,
): readonly Match[] {
  const matches = new Map(best.slice(0, end).map((match) => [match.position, match]));
  const add = (positions: readonly number[], holdsAll: boolean) => {
    for (const position of positions) {
      if (matches.size >= end) return;
      if (!matches.has(position))
        matches.set(position, {
          position,
          score: 0,
          whole: holdsAll || whole?.has(position) === true,
        });
    }
  };
  if (matches.size < end && candidates.length > NOTES.POOL) {
    add(inScope(views, candidates.slice(0, NOTES.CANDIDATES), scope), false);
  }
  for (const after of rest) {
    if (matches.size < end) add(newestMatches(views, after.expression, scope, end), after.whole);
  }
  return [...matches.values()];
}

/** A note with what its rank depends on. */
interface Known {
  readonly note: Note;
  readonly lengths: Lengths;
  readonly counts: readonly number[];
  readonly inTitle: readonly boolean[];
}

/** A note at its place among those around it. */
interface Placed {
  readonly own: Known;
  readonly notes: readonly (Known | undefined)[];
  readonly place: number;
}

/**
 * Ranks the best candidates and the notes next to them by their own words, by those of the notes around them in their
 * session, and by what kind of note each is. Reads a bounded number of notes, and only notes in the scope.
 */
function rankedNotes(views: Sql, matched: Matched, scope: SearchScope): readonly Match[] {
  const { words, candidates, raises } = matched;
  if (candidates.length === 0) return [];
  const { average } = matched.extent;
  const patterns = words.map(({ term }) => patternOf(term));
  const met = new Map<number, Known>();
  const know = (note: Note, read?: ReadNote): Known => {
    const before = met.get(note.position);
    if (before) return before;
    const { position, bytes } = note;
    const known = {
      note,
      // Of a long text, and of one that was not read, it is known which words it holds.
      counts: words.map(({ holders }, i) => read?.counts[i] || Number(holds(holders, position))),
      inTitle: read?.inTitle ?? [],
      lengths: { bytes, titleBytes: read?.titleBytes ?? 0, ratio: lengthRatio(bytes, average) },
    };
    met.set(position, known);
    return known;
  };
  const alone = readNotes(views, candidates, patterns, scope, NOTES.POOL)
    .map((read) => {
      const own = know(read.note, read);
      return matchOf({ own, notes: [own], place: 0 }, matched);
    })
    .sort(byScore);
  const best = alone.slice(0, NOTES.TOP).flatMap(({ position }) => met.get(position)?.note ?? []);
  const raised = raises ? NOTES.RAISED : 0;
  const placed = new Map<number, Placed>();
  for (const { notes: around, middle } of stretchesAround(
    views,
    best,
    scope,
    RANK.REACH + raised,
  )) {
    const notes = around.map((one) => one && know(one));
    const own = notes[middle];
    if (own) placed.set(own.note.position, { own, notes, place: middle });
    for (let place = middle - raised; place <= middle + raised; place += 1) {
      const near = notes[place];
      if (near && !placed.has(near.note.position))
        placed.set(near.note.position, { own: near, notes, place });
    }
  }
  // What is around the others is not read: it could only add to their scores.
  const others = alone.filter(({ position }) => !placed.has(position));
  const ranked = [...[...placed.values()].map((one) => matchOf(one, matched)), ...others];
  return projectFirst(views, ranked.sort(byScore), scope);
}

/** Of notes with one score, those of the project come before those of its layers. */
function projectFirst(
  views: Sql,
  ranked: readonly Match[],
  { isInProject, params }: SearchScope,
): readonly Match[] {
  if (isInProject === undefined) return ranked;
  const positions = ranked.map(({ position }) => position);
  const conditions = isInProject;
  const own = new Set(inScope(views, positions, { conditions, params }));
  const isOwn = ({ position }: Match) => Number(own.has(position));
  return ranked.toSorted((a, b) => b.score - a.score || isOwn(b) - isOwn(a));
}

const byScore = (a: Match, b: Match) => b.score - a.score || b.position - a.position;

/** A note with its score. */
function matchOf(placed: Placed, { words, whole, wholeFirst }: Matched): Match {
  const { note, counts } = placed.own;
  const factor = factorOf(note);
  const isWhole = whole?.has(note.position);
  let sum = 0;
  let first = 0;
  for (const [i, { weight }] of words.entries()) {
    const { note: own, around } = wordScore(placed, weight, i);
    sum += own + around;
    if (isWhole && wholeFirst) first += HIGHEST * weight;
  }
  const all_words = note.superseded ? first * RANK.SUPERSEDED : first;
  return {
    position: note.position,
    score: sum * factor + all_words,
    whole: isWhole ?? counts.every((count) => count > 0),
    // For the few hits of a page, and only when asked for.
    explain: () => ({
      words: words
        .map(({ term, weight }, i) => explained(term, wordScore(placed, weight, i)))
        .filter(({ in_note, around }) => in_note > 0 || around > 0),
      factor: round(factor),
      all_words: round(all_words),
    }),
  };
}

function wordScore(placed: Placed, weight: number, i: number): WordScore {
  const { counts, inTitle, lengths } = placed.own;
  const around = aroundOf(placed, i);
  const evidence = { weight, count: counts[i] ?? 0, inTitle: inTitle[i] ?? false, around };
  return scoreWord(evidence, lengths);
}

/** What the notes around lend of a word. */
function aroundOf({ notes, place }: Placed, word: number): number {
  let sum = 0;
  const last = Math.min(notes.length - 1, place + RANK.REACH);
  for (let other = Math.max(0, place - RANK.REACH); other <= last; other += 1) {
    const lender = notes[other];
    if (other === place || !lender?.counts[word]) continue;
    sum += lent(place - other, lender.lengths.ratio, lender.note.asks);
  }
  return sum;
}
