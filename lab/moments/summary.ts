import { rangeOf } from '../../src/checkout/fileText.js';
import { median } from '../../tools/percentile.js';
import { digits, table } from '../../tools/table.js';
import type { Look } from './replay.js';
import { TRUTHS } from './truth.js';

const SIZES = ['1 line', '2–3 lines', '4–10 lines', '>10 lines', 'whole file'] as const;
const STATES = ['fresh', 'drifted', 'gone', 'unknown'] as const;

/** The text was changed or removed, and is said to be there. */
export const isWrongFresh = ({ truth, said }: Look) => truth === 'changed' && said === 'fresh';

const stands = ({ truth }: Look) => ['in place', 'moved', 'restored'].includes(truth);

/** The text stands in its file, and is said to have drifted. */
export const isFalseDrift = (look: Look) => stands(look) && look.said === 'drifted';

function sizeOf({ anchor: { lines } }: Look): (typeof SIZES)[number] {
  const range = lines === undefined ? undefined : rangeOf(lines);
  if (range === undefined) return 'whole file';
  const count = range.last - range.first + 1;
  if (count === 1) return '1 line';
  if (count <= 3) return '2–3 lines';
  return count <= 10 ? '4–10 lines' : '>10 lines';
}

/** What was said beside the truth, the same by the size of the anchors, and what became of renamed files. */
export function summary(looks: readonly Look[]): string {
  const count = (of: readonly Look[], is: (look: Look) => boolean) => `${of.filter(is).length}`;
  const byTruth = TRUTHS.map((truth) => {
    const of = looks.filter((look) => look.truth === truth);
    return [
      truth,
      `${of.length}`,
      ...STATES.map((state) => count(of, ({ said }) => said === state)),
    ];
  });
  const bySize = [...SIZES, 'all'].map((size) => {
    const of = looks.filter((look) => size === 'all' || sizeOf(look) === size);
    return [
      size,
      `${of.length}`,
      count(of, ({ truth }) => truth === 'changed'),
      ...[
        isWrongFresh,
        isFalseDrift,
        (look: Look) => look.misplaced,
        (look: Look) => look.said === 'unknown',
        (look: Look) => look.said === 'unknown' && stands(look),
      ].map((is) => count(of, is)),
    ];
  });
  const gone = looks.filter(({ said }) => said === 'gone');
  const renamed = gone.filter(({ followed }) => followed !== undefined);
  const unchanged = count(gone, ({ truth }) => truth === 'renamed');
  const followed = count(renamed, (look) => look.followed === true);
  return [
    table(['truth', 'looks', ...STATES], byTruth),
    table(
      [
        ...['anchor', 'looks', 'changed', 'wrong fresh', 'false drift', 'misplaced', 'unknown'],
        'of it standing',
      ],
      bySize,
    ),
    `  Of ${gone.length} looks at what is gone, ${renamed.length} are at a renamed file, ${unchanged} of them with the same text. ` +
      `changedSince follows ${followed}.\n` +
      `  ${digits(median(looks.map(({ ms }) => ms)))} ms a look (median).`,
  ].join('\n\n');
}
