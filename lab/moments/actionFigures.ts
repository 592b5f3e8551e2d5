import { percentile } from '../../tools/percentile.js';
import { digits, table } from '../../tools/table.js';
import { type Case, type Given, MOMENTS } from './action.js';

/** What the function under test found for a case. */
export interface Outcome {
  readonly of: Case;
  /** All that could be given, the surest first. */
  readonly found: readonly Given[];
  readonly ms: number;
}

/** What a gate lets through. */
export interface Gate {
  /** The least score. */
  readonly limit: number;
  readonly most: number;
}

/** Tokens of a note as it is given, by its id. */
export type Tokens = ReadonlyMap<string, number>;

/** Limits that the curve tries: those that part the scores evenly. */
const STEPS = 12;

/** The notes that a gate gives. */
export function givenBy({ limit, most }: Gate, { found }: Outcome): readonly Given[] {
  return found.filter(({ score }) => score >= limit).slice(0, most);
}

interface Figures {
  readonly actions: number;
  readonly mattering: number;
  /** Of the actions with a mattering note, those for which one is given. */
  readonly recall: number;
  /** Of the notes that are given, those that matter; overall, and where a note matters at all. */
  readonly precision: number;
  /** Of the actions without one, those with silence. */
  readonly silence: number;
  readonly given: number;
}

function figuresOf(outcomes: readonly Outcome[], gate: Gate): Figures {
  let [mattering, hit, right, wrong, irrelevant, silent] = [0, 0, 0, 0, 0, 0];
  for (const outcome of outcomes) {
    const { matters, either } = outcome.of;
    const given = givenBy(gate, outcome).filter(({ id }) => matters.has(id) || !either.has(id));
    const rightly = given.filter(({ id }) => matters.has(id)).length;
    if (!outcome.of.sought) {
      right += rightly;
      wrong += given.length - rightly;
    }
    if (matters.size > 0) {
      mattering += 1;
      if (rightly > 0) hit += 1;
    } else {
      irrelevant += 1;
      if (given.length === 0) silent += 1;
    }
  }
  return {
    actions: outcomes.length,
    mattering,
    recall: hit / mattering,
    precision: right / (right + wrong),
    silence: silent / irrelevant,
    given: right + wrong,
  };
}

const percent = (share: number) => (Number.isNaN(share) ? '–' : `${(share * 100).toFixed(1)} %`);

const momentOf = ({ of }: Outcome) => of.action.moment;

/** The figures by moment and in total, by kind of action, and of notes and times. */
export function actionSummary(outcomes: readonly Outcome[], gate: Gate, tokens: Tokens): string {
  const moments = MOMENTS.filter((moment) => outcomes.some((one) => momentOf(one) === moment));
  const rows = [...moments, 'total'].map((moment) => {
    const own = outcomes.filter((one) => moment === 'total' || momentOf(one) === moment);
    const { actions, mattering, recall, precision, silence, given } = figuresOf(own, gate);
    const costs = own
      .map((one) => givenBy(gate, one).reduce((sum, { id }) => sum + (tokens.get(id) ?? 0), 0))
      .filter((cost) => cost > 0)
      .toSorted((a, b) => a - b);
    const times = own.map(({ ms }) => ms).toSorted((a, b) => a - b);
    return [
      moment,
      ...[actions, mattering].map(String),
      ...[recall, precision, silence].map(percent),
      `${given}`,
      `${digits(percentile(costs, 50))} / ${digits(costs.at(-1) ?? Number.NaN)}`,
      `${digits(percentile(times, 50))} / ${digits(percentile(times, 99))}`,
    ];
  });
  const head =
    'moment|actions|with a note|recall|precision|silence|given|tokens p50 / max|ms p50 / p99';
  return [table(head.split('|'), rows), kinds(outcomes, gate)].join('\n\n');
}

function kinds(outcomes: readonly Outcome[], gate: Gate): string {
  const names = [...new Set(outcomes.map(({ of }) => `${of.action.moment}: ${of.kind}`))];
  const rows = names.map((name) => {
    const own = outcomes.filter(({ of }) => `${of.action.moment}: ${of.kind}` === name);
    const { actions, mattering, recall, precision, silence } = figuresOf(own, gate);
    return [name, `${actions}`, `${mattering}`, ...[recall, precision, silence].map(percent)];
  });
  return table(['kind', 'actions', 'with a note', 'recall', 'precision', 'silence'], rows);
}

/** Precision and silence against recall, for limits from strict to lenient. */
export function curves(outcomes: readonly Outcome[], gate: Gate): string {
  return MOMENTS.flatMap((moment) => {
    const own = outcomes.filter((one) => momentOf(one) === moment);
    const scores = own.flatMap(({ found }) => found.map(({ score }) => score));
    const sorted = [...new Set(scores)].toSorted((a, b) => b - a);
    if (sorted.length === 0) return [];
    const steps = Array.from(
      { length: STEPS },
      (_, i) => sorted[Math.round((i * (sorted.length - 1)) / (STEPS - 1))] ?? 0,
    );
    const rows = [...new Set(steps)].map((limit) => {
      const { recall, precision, silence, given } = figuresOf(own, { ...gate, limit });
      return [`${digits(limit)}`, ...[recall, precision, silence].map(percent), `${given}`];
    });
    return [table([`${moment}: limit`, 'recall', 'precision', 'silence', 'given'], rows)];
  }).join('\n\n');
}

/** The outcomes that are wrong: something was given though nothing matters, only the wrong one was, or none though one does. */
export function wrongOnes(outcomes: readonly Outcome[], gate: Gate) {
  const given = (one: Outcome) => givenBy(gate, one).filter(({ id }) => !one.of.either.has(id));
  const isHit = (one: Outcome) => givenBy(gate, one).some(({ id }) => one.of.matters.has(id));
  return {
    'given for nothing': outcomes.filter(
      (one) => one.of.matters.size === 0 && given(one).length > 0,
    ),
    'another given': outcomes.filter(
      (one) => one.of.matters.size > 0 && given(one).length > 0 && !isHit(one),
    ),
    missed: outcomes.filter((one) => one.of.matters.size > 0 && given(one).length === 0),
  };
}
