import { readFileSync, writeFileSync } from 'node:fs';

/** What a run took, as the last one with `--record` measured it. */
export interface RunTimes {
  /** The version of the Node that ran it. */
  readonly node: string;
  /** From the start of the checks to the end of the last test. */
  readonly seconds: number;
  /** Types and lint, which run beside the tests; 0 where the run left them out. */
  readonly checks: number;
  /** By the folder below `test`: how many tests, and their seconds of all workers together. */
  readonly groups: Readonly<Record<string, { readonly tests: number; readonly seconds: number }>>;
  /** The seconds of each file that takes more than `SLOW`, by its path. */
  readonly slow: Readonly<Record<string, number>>;
}

/** The runs by their names: `gate` (`npm test`), `all`, and the parts of the rest, `1/4` and so on. */
export type Times = Readonly<Record<string, RunTimes>>;

/** Files below this take about the same, in seconds. */
const SLOW = 1;

const FILE = new URL('../../test/times.json', import.meta.url);

export function readTimes(): Times {
  // The file is written by `writeTimes` alone.
  return JSON.parse(readFileSync(FILE, 'utf8')) as Times;
}

export function writeTimes(times: Times): void {
  const sorted = Object.entries(times).sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

/** One test file of a run: its path below the root, its tests, and the seconds that it took. */
export interface TestFile {
  readonly path: string;
  readonly tests: number;
  readonly seconds: number;
}

/** The times of a run from its files. */
export function runTimes(
  files: readonly TestFile[],
  run: Pick<RunTimes, 'seconds' | 'checks'>,
): RunTimes {
  const groups: Record<string, { tests: number; seconds: number }> = {};
  for (const { path, tests, seconds } of files) {
    const name = groupOf(path);
    const before = groups[name] ?? { tests: 0, seconds: 0 };
    groups[name] = { tests: before.tests + tests, seconds: before.seconds + seconds };
  }
  const rounded = Object.entries(groups).map(
    ([name, { tests, seconds }]) => [name, { tests, seconds: Math.round(seconds) }] as const,
  );
  const slow = files.filter(({ seconds }) => seconds >= SLOW);
  return {
    node: process.versions.node,
    seconds: Math.round(run.seconds),
    checks: Math.round(run.checks),
    groups: Object.fromEntries(rounded.sort(([one], [other]) => (one < other ? -1 : 1))),
    slow: Object.fromEntries(
      slow
        .map(({ path, seconds }) => [path, Math.round(seconds)] as const)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  };
}

/** `test/http/x/y.test.ts` belongs to `http`; a file directly in `test` to `repository`. */
function groupOf(path: string): string {
  const [, folder = '', ...below] = path.split('/');
  return below.length > 0 ? folder : 'repository';
}

/** How many seconds each file of a run will take, by what the last one took; all that is unknown is quick. */
export function expectedSeconds(run: RunTimes | undefined): (path: string) => number {
  const quick = 0.2;
  return (path) => run?.slow[path] ?? quick;
}
