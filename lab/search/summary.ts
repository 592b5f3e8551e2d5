import { table } from '../../tools/table.js';
import {
  type Figures,
  type Interval,
  type Level,
  MEASURES,
  mean,
  pairedDifference,
} from './figures.js';
import { KINDS, type Kind } from './kinds.js';

/** How a data set was answered, and how it was before. */
export interface JudgedSet {
  readonly name: string;
  readonly level: Level;
  readonly kinds: ReadonlyMap<string, readonly Kind[]>;
  readonly plainOr: Figures;
  readonly byProject: Figures;
  readonly product: Figures;
  /** The product's in the last recorded run; a sentence when there is none that this one can be compared with. */
  readonly last: Figures | string;
}

const HEAD = ['', '', 'OR', 'project', 'product', '− OR', '− project', '− recorded'];

/** A table of all sets, or with `byKind` of the parts of each, and below it which sets cannot be compared with a recorded run. */
export function summary(sets: readonly JudgedSet[], byKind = false): string {
  const missing = sets.flatMap(({ last }) => (typeof last === 'string' ? [last] : []));
  const rows = sets.flatMap((set) => (byKind ? [[nameOf(set)], ...partsOf(set)] : rowsOf(set)));
  return [table(HEAD, rows), ...(byKind ? [] : missing)].join('\n');
}

/** What the columns of the tables are. */
export const LEGEND = `OR: FTS5's bm25 for any of the words. project: the same, with the average length and the weights of the asked
project alone. product: search, and how much better it is than each of both and than in the last recorded run, with
paired 95 % intervals. recall is recall@10. In brackets: the number of questions.`;

const nameOf = ({ name, level }: JudgedSet) => (level === 'turn' ? name : `${name}, sessions`);

const rowsOf = (set: JudgedSet) => part(nameOf(set), set, () => true);

const partsOf = (set: JudgedSet) =>
  KINDS.flatMap((kind) =>
    part(`  ${kind}`, set, (id) => set.kinds.get(id)?.includes(kind) ?? false),
  );

/** Two rows for the questions that belong to a part; none when there are none. */
function part(
  name: string,
  { plainOr, byProject, product, last }: JudgedSet,
  belongs: (id: string) => boolean,
): readonly (readonly string[])[] {
  return MEASURES.flatMap((measure, i) => {
    const values = (figures: Figures) =>
      new Map([...figures[measure]].filter(([id]) => belongs(id)));
    const ours = values(product);
    if (ours.size === 0) return [];
    const than = (figures: Figures) => signed(pairedDifference(ours, values(figures)));
    return [
      [
        i === 0 ? `${name} (${ours.size})` : '',
        measure === 'MRR' ? 'MRR' : 'recall',
        ...[plainOr, byProject, product].map((one) => thousandths(mean([...values(one).values()]))),
        than(plainOr),
        than(byProject),
        typeof last === 'string' ? '' : than(last),
      ],
    ];
  });
}

/** Such as `.954`. */
const thousandths = (value: number) => value.toFixed(3).replace(/^(-?)0\./, '$1.');

const signed = ({ mean, low, high }: Interval) => `${plus(mean)} [${plus(low)} ${plus(high)}]`;

function plus(value: number): string {
  const text = thousandths(value);
  if (Number(text) === 0) return '.000';
  return value > 0 ? `+${text}` : text;
}
