import type { ObservationType } from './observationTypes.js';

/** What keeps a note from holding without question, the strongest first. */
export const VALIDITIES = ['expired', 'due', 'aged'] as const;
export type Validity = (typeof VALIDITIES)[number];

/** How each is said to people and models. */
export const VALIDITY_WORDS: Readonly<Record<Validity, string>> = {
  expired: 'expired',
  due: 'due for review',
  aged: 'may be out of date',
};

/** After how many days without a revision a note may be out of date: what is going on changes sooner than what was decided. */
const HOLDS_FOR_DAYS: Readonly<Record<ObservationType, number>> = {
  task: 30,
  context: 90,
  feature: 365,
  refactor: 365,
  bugfix: 365,
  learning: 365,
  discovery: 365,
  decision: 730,
  pattern: 730,
  antipattern: 730,
};

const DAY_SECONDS = 86_400;

/** Until when a note holds, and when somebody should look at it, in seconds since 1970; null where nobody said it. */
export interface HoldingTimes {
  readonly valid_until: number | null;
  readonly review_after: number | null;
}

interface Dated extends HoldingTimes {
  readonly type: ObservationType;
  /** When its newest revision was written, in seconds since 1970. */
  readonly written_at: number;
}

/**
 * What keeps a note from holding without question at a moment in seconds since 1970; undefined where nothing does. The age counts
 * only where nobody said until when it holds or when to look at it.
 */
export function validityOf(note: Dated, at: number): Validity | undefined {
  const { type, written_at, valid_until, review_after } = note;
  if (valid_until !== null && valid_until <= at) return 'expired';
  if (review_after !== null && review_after <= at) return 'due';
  if (valid_until !== null || review_after !== null) return undefined;
  return at - written_at > HOLDS_FOR_DAYS[type] * DAY_SECONDS ? 'aged' : undefined;
}
