import { table } from '../../tools/table.js';
import { countBy } from '../load/countBy.js';
import { groupBy } from '../load/groupBy.js';
import type { Answers } from './answer.js';
import type { Evaluation } from './evaluate.js';
import { type Answered, type Level, NDCG_AT, type Score, scoreOf } from './score.js';

const CUTOFFS = [1, 5, 10, 20];
const ERRORS_SHOWN = 10;

/**
 * An evaluation by types of questions, as text: a table for sessions, another for turns when there is evidence, and the
 * errors.
 */
export function typeReport({ service, plainOr }: Evaluation, k: number): string {
  const cutoffs = [...new Set([...CUTOFFS, k])].filter((cutoff) => cutoff <= k);
  const { answered } = service;
  const engines = [service, plainOr];
  const skipped = answered.filter(({ question }) => question.sessions.size === 0).length;
  const lines = [
    `${answered.length} questions, ${skipped} of them skipped because no session answers them`,
    `(errors and empty answers are counted over all).`,
    ...readings(answered),
    `\nSessions: each has its place by its first hit; recall@10 is over the first ten of them.\n`,
    tableOf(engines, 'session', cutoffs),
  ];
  if (answered.some(({ question }) => question.turns.size > 0)) {
    lines.push(
      '\nTurns: a hit has to be the evidence itself.\n',
      tableOf(engines, 'turn', cutoffs),
    );
  }
  return [...lines, ...errorsOf(answered)].join('\n');
}

function tableOf(engines: readonly Answers[], level: Level, cutoffs: readonly number[]): string {
  const types = [...groupBy(engines[0]?.answered ?? [], typeOf).keys()].sort();
  const group = (name: string, belongs: (one: Answered) => boolean) => {
    const scores = engines.map((engine) => ({
      name: engine.name,
      score: scoreOf(engine.answered.filter(belongs), level, cutoffs),
    }));
    const rows = scores.map((one) => [`  ${one.name}`, ...cells(one.score)]);
    return [[`${name}: ${scores[0]?.score.questions ?? 0}`], ...rows];
  };
  const head = [
    'questions with an answer',
    ...cutoffs.map((k, i) => (i === 0 ? `recall@${k}` : `@${k}`)),
    ...cutoffs.map((k, i) => (i === 0 ? `hit@${k}` : `@${k}`)),
    ...['MRR', `nDCG@${NDCG_AT}`, 'errors', 'empty'],
  ];
  const all = group('all', () => true);
  if (types.length < 2) return table(head, all);
  return table(head, [
    ...all,
    ...types.flatMap((type) => group(type, (one) => typeOf(one) === type)),
  ]);
}

const typeOf = ({ question }: Answered) => question.type;

function cells({ recall, hit, mrr, ndcg, errors, empty }: Score): readonly string[] {
  const share = (value: number) => (Number.isNaN(value) ? '–' : value.toFixed(3));
  return [...[...recall, ...hit, mrr, ndcg].map(share), String(errors), String(empty)];
}

/** How the service interpreted the questions, if it says so. */
function readings(answered: readonly Answered[]): readonly string[] {
  const counts = countBy(
    answered.flatMap(({ found }) => found.readAs ?? []),
    (how) => how,
  );
  const parts = Object.entries(counts).map(([how, count]) => `${count} ${how}`);
  return parts.length === 0 ? [] : [`The service read them as: ${parts.join(', ')}.`];
}

function errorsOf(answered: readonly Answered[]): readonly string[] {
  const errors = answered.flatMap(({ found }) => found.error ?? []);
  const left = errors.length - ERRORS_SHOWN;
  return [
    ...(errors.length > 0 ? ['\nErrors of the service:'] : []),
    ...errors.slice(0, ERRORS_SHOWN).map((error) => `  ${error}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ];
}
