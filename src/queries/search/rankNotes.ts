import type { Sql } from '../../sqlite/sqlite.js';
import { explained } from './explained.js';
import { holds } from './holders.js';
import { byScore, type Match } from './match.js';
import { type Note, type ReadNote, readNotes } from './notes.js';
import { patternOf } from './occurrences.js';
import type { QueryWord } from './queryWords.js';
import {
  factorOf,
  HIGHEST,
  lengthNorm,
  lent,
  REACH,
  SUPERSEDED,
  scoreSession,
  scoreWord,
  type WordScore,
} from './score.js';
import type { SearchScope } from './searchScope.js';
import { stretchesAround } from './surroundings.js';

/** Number of candidates whose texts are read. */
export const POOL = 40;
/** Of these, the best by their own words: what stands around them is read as well. */
const TOP = 24;
/** A note that stands at most so many places from one of the best becomes a hit, too. */
const RAISED = 2;

/** Before the sessions are read. */
const NO_SESSIONS: ReadonlyMap<string, number> = new Map();

/** What is ranked. */
export interface Contest {
  readonly words: readonly QueryWord[];
  /** Positions, best first by the weights of the words that they hold. */
  readonly candidates: readonly number[];
  /** Notes that hold all terms of the query: they come first. Undefined when that is to be seen from the texts. */
  readonly whole: ReadonlySet<number> | undefined;
  /** Whether notes next to the best become hits. */
  readonly raises: boolean;
}

/** A note with what its rank depends on. */
interface Known extends ReadNote {
  readonly norm: number;
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
export function rankNotes(views: Sql, contest: Contest, scope: SearchScope): readonly Match[] {
  const { words, candidates, raises } = contest;
  const patterns = words.map(({ term }) => patternOf(term));
  const pool = readNotes(views, candidates, patterns, scope, POOL);
  const average = pool.reduce((sum, { note }) => sum + note.bytes, 0) / pool.length || 1;
  const met = new Map<number, Known>();
  const know = (note: Note, read?: ReadNote): Known => {
    const { position } = note;
    const before = met.get(position);
    if (before) return before;
    // Of a long text, and of one that was not read, it is known which words it holds.
    const counts = words.map(
      ({ holders }, i) => read?.counts[i] || Number(holds(holders, position)),
    );
    const inTitle = read?.inTitle ?? [];
    const known = { note, counts, inTitle, norm: lengthNorm(note.bytes, average) };
    met.set(position, known);
    return known;
  };

  const read = pool.map((one) => know(one.note, one));
  const alone = read.map((one) =>
    matchOf({ own: one, notes: [one], place: 0 }, NO_SESSIONS, contest),
  );
  const best = alone
    .toSorted(byScore)
    .slice(0, TOP)
    .flatMap(({ position }) => met.get(position)?.note ?? []);
  const placed = new Map<number, Placed>();
  const sessions = new Map<string, Set<Known>>();
  const raised = raises ? RAISED : 0;
  const stretches = stretchesAround(views, best, scope, REACH + raised);
  for (const { notes: around, middle } of stretches) {
    const notes = around.map((one) => one && know(one));
    const own = notes[middle];
    if (own) placed.set(own.note.position, { own, notes, place: middle });
    addTo(sessions, notes);
    for (let place = middle - raised; place <= middle + raised; place += 1) {
      const near = notes[place];
      if (near && !placed.has(near.note.position))
        placed.set(near.note.position, { own: near, notes, place });
    }
  }
  const sessionScores = new Map(
    [...sessions].map(([session, notes]) => [session, sessionScore([...notes], words)]),
  );
  const ranked = [...placed.values()].map((one) => matchOf(one, sessionScores, contest));
  // What is around the others is not read: it could only add to their scores.
  return [...ranked, ...alone.filter(({ position }) => !placed.has(position))].sort(byScore);
}

function addTo(sessions: Map<string, Set<Known>>, notes: Placed['notes']): void {
  for (const one of notes) {
    if (!one || one.note.session === null) continue;
    const known = sessions.get(one.note.session) ?? new Set();
    sessions.set(one.note.session, known.add(one));
  }
}

/** What the notes of a session add to the score of each. */
function sessionScore(notes: readonly Known[], words: readonly QueryWord[]): number {
  return words.reduce((sum, { weight }, i) => {
    const count = notes.filter(({ counts }) => counts[i]).length;
    return sum + scoreSession(weight, count);
  }, 0);
}

/** A note with its score. */
function matchOf(
  placed: Placed,
  sessions: ReadonlyMap<string, number>,
  { words, whole }: Contest,
): Match {
  const { note, counts } = placed.own;
  const session = (note.session !== null && sessions.get(note.session)) || 0;
  const worth = note.superseded ? SUPERSEDED : 1;
  const factor = factorOf(note) * worth;
  const isWhole = whole?.has(note.position);
  let sum = 0;
  let all_words = 0;
  for (const [i, word] of words.entries()) {
    const { note: own, around } = wordScore(placed, word, i);
    sum += own + around;
    if (isWhole) all_words += HIGHEST * word.weight * worth;
  }
  return {
    position: note.position,
    score: (sum + session) * factor + all_words,
    whole: isWhole ?? counts.every((count) => count > 0),
    // For the few hits of a page, and only when asked for.
    explain: () => {
      const scores = words.map((word, i) => ({ term: word.term, ...wordScore(placed, word, i) }));
      return explained({ words: scores, session, factor, all_words });
    },
  };
}

function wordScore(placed: Placed, { weight, share }: QueryWord, i: number): WordScore {
  const { counts, inTitle, norm } = placed.own;
  const evidence = {
    weight,
    share,
    count: counts[i] ?? 0,
    inTitle: inTitle[i] ?? false,
    around: aroundOf(placed, i),
  };
  return scoreWord(evidence, norm);
}

/** What the notes around lend of a word. */
function aroundOf({ notes, place }: Placed, word: number): number {
  let sum = 0;
  for (let other = place - REACH; other <= place + REACH; other += 1) {
    const lender = notes[other];
    if (other === place || !lender?.counts[word]) continue;
    sum += lent(place - other, lender.norm, lender.note.asks);
  }
  return sum;
}
