import { markdownTable } from '../../tools/markdownTable.js';
import { type Verdict, verdictOf } from './findings.js';
import type { Result } from './runCases.js';
import { isClear, type Said } from './said.js';

/** The results as a Markdown table, and the number of faults with each verdict. */
export interface Report {
  readonly text: string;
  readonly counts: Readonly<Record<Verdict, number>>;
}

const HEAD = [
  'fault',
  'what was done',
  'times',
  'acknowledged',
  'kept',
  'lost',
  'refused',
  'wrong, or to be told',
  'said what happened',
  '/readyz',
  'verdict',
];
const NUMBERS = /\d+ × /g;

interface Row extends Result {
  readonly verdict: Verdict;
}

/** Faults that were made the same way and ended the same way share a row. */
export function reportOf(results: readonly Result[]): Report {
  const rows = results.map((result) => ({ ...result, verdict: verdictOf(result.findings) }));
  const alike = new Map<string, Row[]>();
  for (const row of rows) {
    const key = [row.family, row.did, row.verdict, troubleIn(row), saidIn(row)].join('\n');
    alike.set(key, [...(alike.get(key) ?? []), row]);
  }
  const counts = { ok: 0, silent: 0, wrong: 0 };
  for (const { verdict } of rows) counts[verdict] += 1;
  const text = [
    markdownTable(HEAD, [...alike.values()].map(cellsOf)),
    '',
    `${rows.length} faults: ${counts.ok} ok, ${counts.silent} silent, ${counts.wrong} wrong.`,
  ].join('\n');
  return { text, counts };
}

function cellsOf(rows: readonly Row[]): readonly string[] {
  const [first] = rows;
  if (!first) return [];
  const sum = (count: 'acknowledged' | 'kept' | 'lost' | 'refused') =>
    String(rows.reduce((total, { findings }) => total + findings[count], 0));
  const ready = new Set(rows.map(({ findings }) => [...new Set(findings.readyz)].join(', then ')));
  return [
    first.family,
    first.did,
    String(rows.length),
    ...(['acknowledged', 'kept', 'lost', 'refused'] as const).map(sum),
    troubleIn(first),
    saidIn(first),
    [...ready].filter(Boolean).join(' or '),
    first.verdict,
  ];
}

const troubleIn = ({ findings: { wrong, untold, toTell } }: Row) =>
  [...new Set([...wrong, ...untold, ...toTell])].join('; ').replaceAll(NUMBERS, '');

/** Messages with a next step first; the others show what they lack. */
function saidIn({ findings: { said } }: Row): string {
  const clear = said.filter(isClear).map(({ what }) => what);
  const others = said.filter((one) => !isClear(one)).map((one) => `${one.what} (${lackOf(one)})`);
  return [...new Set([...clear, ...others])].join('; ');
}

const lackOf = ({ names, next }: Said) =>
  [...(names ? [] : ['names nothing']), ...(next ? [] : ['no next step'])].join(', ');
