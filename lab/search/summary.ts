import { digits, table } from '../../tools/table.js';
import { bootstrap, type Interval, pairedDifference } from './bootstrap.js';
import type { Cost } from './costOf.js';
import { MEASURES, type Measure, type Values } from './figuresOf.js';
import type { JudgedSet } from './judgeSet.js';
import { mean } from './metrics.js';
import type { Run } from './recorded.js';

const HEAD = ['questions', ...MEASURES, 'errors', 'p50 ms', 'p99 ms', 'CPU ms', '× plain OR'];

/**
 * All sets in one table: the service, plain OR, and the difference between the service and plain OR, and between the
 * service now and in the last recorded run. A sentence below says where there is no such run.
 */
export function summary(sets: readonly JudgedSet[]): string {
  const missing = sets.flatMap(({ last }) => (typeof last === 'string' ? [`${last}.`] : []));
  return [
    'In brackets: 95 % intervals by bootstrap over the questions; those of differences are paired.\n',
    table(['data set', ...HEAD], sets.flatMap(rowsOf)),
    ...(missing.length > 0
      ? [
          '\nNot compared with the last recorded run (--record makes this one the last):',
          ...missing,
        ]
      : []),
  ].join('\n');
}

function rowsOf(set: JudgedSet): readonly (readonly string[])[] {
  const { name, level, service, plainOr, errors, cost, run, last } = set;
  const count = String(service.MRR.size);
  const each = (cell: (measure: Measure) => string) => MEASURES.map(cell);
  const own = each((measure) => share(bootstrap([...service[measure].values()])));
  const others = each((measure) => mean([...plainOr[measure].values()]).toFixed(3));
  const better = each((measure) => signed(pairedDifference(service[measure], plainOr[measure])));
  const rows = [
    [`${name}, by ${level}s`],
    ['  service', count, ...own, String(errors.service), ...costs(cost?.service, cost?.plainOr)],
    ['  plain OR', count, ...others, String(errors.plainOr), ...costs(cost?.plainOr)],
    ['  service − plain OR', '', ...better],
  ];
  if (typeof last === 'string') return rows;
  return [...rows, ['  service − recorded', '', ...each((measure) => change(run, last, measure))]];
}

/** Only what is recorded can be compared. */
function change(run: Run, last: Run, measure: Measure): string {
  if (measure !== 'recall@10' && measure !== 'MRR') return '';
  return signed(pairedDifference(valuesOf(run[measure]), valuesOf(last[measure])));
}

const valuesOf = (byQuestion: Run['MRR']): Values => new Map(Object.entries(byQuestion));

function costs(cost: Cost | undefined, base?: Cost): readonly string[] {
  if (!cost) return [];
  const ratio = base ? digits(cost.cpu / base.cpu) : '';
  return [digits(cost.p50), digits(cost.p99), digits(cost.cpu), ratio];
}

const share = ({ mean, low, high }: Interval) =>
  `${mean.toFixed(3)} [${low.toFixed(3)} ${high.toFixed(3)}]`;

const signed = ({ mean, low, high }: Interval) => `${plus(mean)} [${plus(low)} ${plus(high)}]`;

function plus(value: number): string {
  const text = value.toFixed(3);
  if (Number(text) === 0) return '0.000';
  return value > 0 ? `+${text}` : text;
}
