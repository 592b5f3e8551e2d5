import type { Sql } from '../../sqlite/sqlite.js';
import { estimateMatches, lastPosition } from './countMatches.js';
import { anyOf, partsOf, type Term, unitOf } from './readQuery.js';

/** A term or a part of an identifier, with its frequency in the vault. */
export interface Unit {
  /** FTS5 expression for `anyOf`. */
  readonly expression: string;
  /** Number of observations that contain it: exact when it is rare, otherwise an estimate. */
  readonly count: number;
  /** Its inverse document frequency: the score of an observation of average length that contains it once. */
  readonly weight: number;
}

/** The terms of a query, with their weights. */
export interface WeighedTerms {
  /** In the order of the query; of too many, the rarest. */
  readonly terms: readonly Term[];
  /** Terms and parts of identifiers that occur in the vault, rarest first. */
  readonly units: readonly Unit[];
  /** True when every term occurs in the vault. */
  readonly complete: boolean;
}

/** More terms cost time and do not improve the hits. */
const MAX_TERMS = 24;
/** Number of terms whose frequency is estimated. */
const MAX_CANDIDATES = 100;
/** The weight of terms that occur in nearly every observation. */
const MIN_WEIGHT = 0.01;

/** Weighs the terms of a query and keeps the rarest. */
export function weighTerms(views: Sql, terms: readonly Term[]): WeighedTerms {
  const candidates = terms.slice(0, MAX_CANDIDATES).map((term, place) => {
    const unit = weigh(views, unitOf(term));
    // A term that occurs nowhere finds nothing, so it comes last.
    return { term, place, unit, rank: unit.count || Number.POSITIVE_INFINITY };
  });
  const byRank = [...candidates].sort((a, b) => a.rank - b.rank || a.place - b.place);
  const kept = byRank.slice(0, MAX_TERMS).sort((a, b) => a.place - b.place);
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
  const weight = Math.max(MIN_WEIGHT, Math.log((without + 0.5) / (count + 0.5)));
  return { expression, count, weight };
}
