import { markdownTable } from '../../tools/markdownTable.js';
import { percentile } from '../../tools/percentile.js';
import { digits } from '../../tools/table.js';
import type { Tally } from './attacker.js';
import type { LoopDelay } from './loopDelay.js';
import type { Timed } from './wellBehaved.js';

/** What one phase was like for the well-behaved client and for the service. */
export interface Phase {
  readonly answers: readonly Timed[];
  readonly loop: LoopDelay;
}

/** The p99 of the well-behaved client under attack may be so many times that of the quiet phase. */
const MOST_TIMES = 10;

/** A row per attack. */
export function attacksTable(tallies: ReadonlyMap<string, Tally>): string {
  const rows = [...tallies].map(([name, { connections, cut, requests, statuses }]) => [
    name,
    String(connections),
    String(cut),
    String(requests),
    counts(statuses),
  ]);
  return markdownTable(
    ['attack', 'connections', 'closed by the service', 'requests', 'answers'],
    rows,
  );
}

/** A row per phase. */
export function phasesTable(phases: Readonly<Record<string, Phase>>): string {
  const rows = Object.entries(phases).map(([name, { answers, loop }]) => {
    const times = sortedTimes(answers);
    return [
      name,
      String(answers.length),
      String(answers.filter(isRefused).length),
      ...[50, 99, 100].map((percent) => digits(percentile(times, percent))),
      digits(loop.p99),
      digits(loop.max),
    ];
  });
  const head = ['well-behaved client', 'requests', 'refused', 'p50 ms', 'p99 ms', 'longest ms'];
  return markdownTable([...head, 'event loop: worst p99 ms', 'longest ms'], rows);
}

/** What did not hold; nothing when all did. */
export function verdict(quiet: Phase, attacked: Phase): readonly string[] {
  const [before, under] = [quiet, attacked].map(({ answers }) =>
    percentile(sortedTimes(answers), 99),
  ) as [number, number];
  const refused = [...quiet.answers, ...attacked.answers].filter(isRefused);
  const byStatus: Record<string, number> = {};
  for (const { status } of refused) byStatus[status] = (byStatus[status] ?? 0) + 1;
  return [
    ...(under <= MOST_TIMES * before
      ? []
      : [
          `its p99 under attack is ${digits(under / before)} times its quiet p99, and may be ${MOST_TIMES} times that`,
        ]),
    ...(refused.length === 0
      ? []
      : [`${refused.length} of its requests were refused or failed (${counts(byStatus)})`]),
  ];
}

const isRefused = ({ status }: Timed) => status !== 200;

const sortedTimes = (answers: readonly Timed[]) =>
  answers.map(({ ms }) => ms).sort((a, b) => a - b);

const counts = (of: Readonly<Record<string, number>>) =>
  Object.entries(of)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ') || '–';
