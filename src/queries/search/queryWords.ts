import type { Sql } from '../../sqlite/sqlite.js';
import { observationsOfProject, observationsTotal } from '../observationCount.js';
import { type Holders, newestHolders, newestSeen } from './holders.js';
import { type NotesSince, notesSince } from './notesSince.js';
import { anyOf, partsOf, type Term, unitOf } from './readQuery.js';
import type { SearchScope } from './searchScope.js';

/** A word that is asked for: a term, or a part of an identifier, with the notes that hold it. */
export interface QueryWord {
  readonly term: Term;
  /** The newest notes in the scope that hold it. */
  readonly holders: Holders;
  /** How telling it is: the mean of its inverse document frequencies in the vault and in the project. */
  readonly weight: number;
  /** Share of the notes that hold it, 0 to 1; of the project, when the search is in one. */
  readonly share: number;
}

/** The words of a query. */
export interface QueryWords {
  /** In the order of the query; of too many, the rarest. */
  readonly terms: readonly Term[];
  /** Terms and parts of identifiers that some note in the scope holds. */
  readonly words: readonly QueryWord[];
  /** True when each term occurs in some note in the scope. */
  readonly complete: boolean;
  /** Words that no note holds which the caller may see, filters aside. */
  readonly unknown: readonly Term[];
}

/** More terms cost time and do not improve the hits. */
const MAX_TERMS = 24;
/** Number of terms whose frequency is estimated. */
const MAX_CANDIDATES = 100;
/** Newest rows from which it is estimated how common a word is. Of fewer, the number is exact. */
const SAMPLE = 250;
/** Newest notes that are read of each word. 4,000 find nothing more on the test sets. */
const MAX_HOLDERS = 500;
/** The weight of words that nearly every note holds. */
const MIN_WEIGHT = 0.01;

/** Looks up the terms of a query, and keeps the rarest. What the caller may not see changes nothing. */
export function queryWords(views: Sql, terms: readonly Term[], scope: SearchScope): QueryWords {
  const { sees, wholeProject } = scope;
  const notes = observationsTotal(views, sees);
  const vault: Extent = {
    notes,
    since: notesSince(views, scope, notes),
    inProject:
      wholeProject === undefined ? undefined : observationsOfProject(views, sees, wholeProject),
  };
  const sampled = terms.slice(0, MAX_CANDIDATES).map((term, place) => {
    const unit = sample(views, term, scope, terms.length);
    // A term that occurs nowhere finds nothing, so it comes last.
    return { ...unit, place, rank: countOf(unit.seen, vault) || Number.POSITIVE_INFINITY };
  });
  const byRank = [...sampled].sort((a, b) => a.rank - b.rank || a.place - b.place);
  const kept = byRank.slice(0, MAX_TERMS).sort((a, b) => a.place - b.place);
  const parts = partsOf(kept.map(({ term }) => term)).map((term) =>
    sample(views, term, scope, terms.length),
  );
  const units = new Map([...kept, ...parts].map((unit) => [unit.expression, unit]));
  const found = [...units.values()].map((unit) => wordOf(views, unit, scope, vault));
  const held = new Set(found.filter(isHeld).map(({ term }) => term));
  return {
    terms: kept.map(({ term }) => term),
    words: found.filter(isHeld),
    complete: kept.every(({ term }) => held.has(term)),
    unknown: kept
      .filter(({ term, seen }) => term.kind === 'word' && seen.positions.length === 0)
      .map(({ term }) => term),
  };
}

const isHeld = ({ holders }: QueryWord) => holders.positions.length > 0;

/** What a number of rows is compared with. */
interface Extent {
  /** Number of notes that the caller may see. */
  readonly notes: number;
  readonly since: NotesSince;
  /** Number of notes in the project, when it is the scope. */
  readonly inProject: number | undefined;
}

interface Sampled {
  readonly term: Term;
  readonly expression: string;
  /** The newest notes that hold the term, of all that the caller may see. */
  readonly seen: Holders;
}

function sample(views: Sql, term: Term, scope: SearchScope, terms: number): Sampled {
  const expression = anyOf([unitOf(term)]);
  // Without a filter, these are the holders, too: one walk is enough, unless most of the terms are left out later.
  const limit = scope.isFiltered || terms > MAX_TERMS ? SAMPLE : MAX_HOLDERS;
  return { term, expression, seen: newestSeen(views, expression, scope, limit) };
}

function wordOf(views: Sql, unit: Sampled, scope: SearchScope, vault: Extent): QueryWord {
  const { term, expression, seen } = unit;
  const isWhole = !scope.isFiltered && (seen.complete || seen.positions.length === MAX_HOLDERS);
  const holders = isWhole ? seen : newestHolders(views, expression, scope, MAX_HOLDERS);
  const count = countOf(seen, vault);
  const rarity = Math.log((Math.max(0, vault.notes - count) + 0.5) / (count + 0.5));
  const weight = Math.max(MIN_WEIGHT, rarity);
  const share = Math.min(1, count / Math.max(1, vault.notes));
  const { inProject: notes } = vault;
  if (notes === undefined || !holders.complete) return { term, holders, weight, share };
  const held = Math.min(notes, holders.positions.length);
  const local = Math.log(1 + (notes - held + 0.5) / (held + 0.5));
  return {
    term,
    holders,
    weight: (weight + local) / 2,
    share: held / Math.max(1, notes),
  };
}

/** The number of holders: exact when all were read, otherwise as many as if the older notes were like the newest. */
function countOf({ positions, complete }: Holders, { notes, since }: Extent): number {
  if (complete) return positions.length;
  const { from, count } = since(positions.at(-1) ?? 0);
  const held = positions.filter((position) => position >= from).length;
  return Math.min(notes, Math.round((held / count) * notes));
}
