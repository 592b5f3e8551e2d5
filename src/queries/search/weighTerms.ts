import type { Sql } from '../../sqlite/sqlite.js';
import { estimateMatches, lastPosition } from './countMatches.js';
import { anyOf, partsOf, type Term, unitOf } from './readQuery.js';

/** Something to look for, and what finding it says. */
export interface Unit {
  /** For `anyOf`. */
  readonly expression: string;
  /** In how many observations it is: exact where it is rare, otherwise estimated. */
  readonly count: number;
  /** What an observation with it scores that mentions it once and is of average length: its IDF. */
  readonly weight: number;
}

/** The terms of a query, with what is known of each. */
export interface WeighedTerms {
  /** In their own order, without those that there was no room for. */
  readonly terms: readonly Term[];
  /** Terms and parts of identifiers that are somewhere in the vault, rarest first. */
  readonly units: readonly Unit[];
  /** Whether every term is somewhere. */
  readonly complete: boolean;
}

/** More terms find no more, and cost. */
const MOST_TERMS = 24;
/** Terms that are looked at to tell rare from common. */
const MOST_CANDIDATES = 100;
/** Of what is in nearly every observation. */
const LEAST_WEIGHT = 0.01;

/** Weighs the terms of a query and keeps the rarest. */
export function weighTerms(views: Sql, terms: readonly Term[]): WeighedTerms {
  const candidates = terms.slice(0, MOST_CANDIDATES).map((term, place) => {
    const unit = weigh(views, unitOf(term));
    // What is in none finds nothing: it goes last.
    return { term, place, unit, rank: unit.count || Number.POSITIVE_INFINITY };
  });
  const byRank = [...candidates].sort((a, b) => a.rank - b.rank || a.place - b.place);
  const kept = byRank.slice(0, MOST_TERMS).sort((a, b) => a.place - b.place);
  const parts = partsOf(kept.map(({ term }) => term)).map((part) => weigh(views, part));
  const units = new Map(
    [...kept.map(({ unit }) => unit), ...parts].map((unit) => [unit.expression, unit]),
  );
  return {
    terms: kept.map(({ term }) => term),
    units: [...units.values()].filter(({ count }) => count > 0).sort((a, b) => a.count - b.count),
    complete: kept.every(({ unit }) => unit.count > 0),
  };
}

function weigh(views: Sql, expression: string): Unit {
  const count = estimateMatches(views, anyOf([expression]));
  const without = lastPosition(views) - count;
  const weight = Math.max(LEAST_WEIGHT, Math.log((without + 0.5) / (count + 0.5)));
  return { expression, count, weight };
}
