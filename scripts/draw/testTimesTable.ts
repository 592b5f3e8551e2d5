import { markdownTable } from '../../tools/markdownTable.js';
import { minutes } from '../test/progress.js';
import { type RunTimes, readTimes } from '../test/times.js';

/** Groups of tests below this in both runs are one row, in seconds. */
const SMALL = 5;

const NONE: RunTimes = { node: '', seconds: 0, checks: 0, groups: {}, slow: {} };

/** What the tests cost, for CONTRIBUTING.md: by folder, and as a whole. */
export function testTimesTable(): string {
  const { gate = NONE, all = NONE, ...parts } = readTimes();
  const names = [...new Set([...Object.keys(gate.groups), ...Object.keys(all.groups)])];
  const rows = names.map((name) => ({ name, gate: groupOf(gate, name), all: groupOf(all, name) }));
  const large = rows
    .filter((row) => Math.max(row.gate.seconds, row.all.seconds) >= SMALL)
    .sort((one, other) => other.all.seconds - one.all.seconds);
  const small = rows.filter((row) => !large.includes(row));
  const others = {
    name: `${small.length} others`,
    gate: sum(small.map((row) => row.gate)),
    all: sum(small.map((row) => row.all)),
  };
  return markdownTable(
    ['tests', '`npm test`', 'seconds', '`npm run test:all`', 'seconds'],
    [
      ...[...large, others].map((row) => [row.name, ...cells(row.gate), ...cells(row.all)]),
      ['types and lint', '', String(gate.checks), '', String(all.checks)],
      ['**as a whole**', ...whole(gate), ...whole(all)],
      ...Object.entries(parts).map(([part, run]) => [
        `\`-- --part ${part}\``,
        '',
        '',
        ...whole(run),
      ]),
    ],
  );
}

interface Group {
  readonly tests: number;
  readonly seconds: number;
}

const groupOf = (run: RunTimes, name: string): Group =>
  run.groups[name] ?? { tests: 0, seconds: 0 };

function sum(groups: readonly Group[]): Group {
  return groups.reduce(
    (one, other) => ({ tests: one.tests + other.tests, seconds: one.seconds + other.seconds }),
    { tests: 0, seconds: 0 },
  );
}

const cells = ({ tests, seconds }: Group) => [String(tests), String(seconds)];

/** All tests of a run, and the minutes from its start to its end. */
function whole(run: RunTimes): string[] {
  return [String(sum(Object.values(run.groups)).tests), `${minutes(run.seconds)} min`];
}
