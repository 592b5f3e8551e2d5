import { markdownTable } from '../../tools/markdownTable.js';
import { minutes } from '../test/progress.js';
import { type RunTimes, readTimes } from '../test/times.js';

/** Groups of tests below this are one row, in seconds of all workers. */
const SMALL = 5;

const NAMES: Readonly<Record<string, string>> = {
  gate: '`npm test`',
  all: '`npm run test:all`',
};

/** What the tests of each recorded run cost, for CONTRIBUTING.md: by folder, and as a whole. */
export function testTimesTable(): string {
  const runs = Object.entries(readTimes());
  const names = [...new Set(runs.flatMap(([, run]) => Object.keys(run.groups)))];
  const most = (name: string) => Math.max(...runs.map(([, run]) => groupOf(run, name).seconds));
  const large = names.filter((name) => most(name) >= SMALL).sort((a, b) => most(b) - most(a));
  const small = names.filter((name) => !large.includes(name));
  const row = (name: string, of: readonly string[]) => [
    name,
    ...runs.flatMap(([, run]) => {
      const { tests, seconds } = sum(of.map((one) => groupOf(run, one)));
      return [String(tests), String(seconds)];
    }),
  ];
  return markdownTable(
    ['tests', ...runs.flatMap(([name]) => [NAMES[name] ?? `part ${name}`, 'seconds'])],
    [
      ...large.map((name) => row(name, [name])),
      row(`${small.length} others`, small),
      ['types and lint', ...runs.flatMap(([, run]) => ['', String(run.checks)])],
      ['**as a whole**', ...runs.flatMap(([, run]) => whole(run))],
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

/** All tests of a run, and the minutes from its start to its end. */
function whole(run: RunTimes): string[] {
  return [String(sum(Object.values(run.groups)).tests), `${minutes(run.seconds)} min`];
}
