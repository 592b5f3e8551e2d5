import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/test/longestFirst.js';
import { findChromium, HOW_TO_GET_ONE } from './tools/chromium.mjs';
import { findPostgres, HOW_TO_GET_POSTGRES } from './tools/postgres.mjs';

/** With `npm run test:all`: also what `npm test` leaves for later (`test/support/depth.ts`). */
const ALL_ONLY = process.env.TEST_ALL === '1' ? [] : ['test/**/*.all.test.ts'];

/** They put other modules in the place of real ones, so they need modules of their own. */
const ISOLATED = [
  'test/log/durability.test.ts',
  'test/cluster/unreachedReadModels.all.test.ts',
  'test/properties/seededBugs.all.test.ts',
];

const BROWSER = ['test/browser/**/*.test.ts'];

const chromium = findChromium();
if (chromium === undefined) console.error(`No Chromium, no tests of the page: ${HOW_TO_GET_ONE}`);

const postgres = findPostgres();
if (postgres === undefined)
  console.error(`No PostgreSQL, no tests of a shared log in it: ${HOW_TO_GET_POSTGRES}`);

if (postgres?.canCopy === false)
  console.error(
    `No pg_basebackup in ${postgres.bin}, no tests of a standby: ${HOW_TO_GET_POSTGRES}`,
  );

/** What starts a PostgreSQL. */
const POSTGRES = [
  'test/cluster/postgres/*.test.ts',
  'test/cluster/{histories,lostCommits,moving,nodes,unreachedReadModels}{,.all}.test.ts',
  'test/cli/sharedLog.test.ts',
];
const withoutPostgres = postgres === undefined ? POSTGRES : [];

/** What copies a primary to a standby. */
const STANDBY = ['test/cluster/{histories,lostCommits}{,.all}.test.ts'];
const withoutStandby = postgres?.canCopy === true ? [] : STANDBY;

const setupFiles = ['test/support/seeds.ts'];

/**
 * Speed is no matter of tests: a limit is for what hangs. Each test takes a few seconds at most, so a minute is far off on a
 * machine that has much else to do, too.
 */
const HANGS_MS = 60_000;

const limits = { testTimeout: HANGS_MS, hookTimeout: HANGS_MS, teardownTimeout: HANGS_MS };

/** `browser` opens the page in a Chromium, where one is found. */
export default defineConfig({
  test: {
    maxConcurrency: 2,
    // Much of it waits for disks and for processes: three go on beside each other even where there are two cores.
    maxWorkers: 3,
    // A file that did not change since the last run is not transformed again.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'tests',
          setupFiles,
          include: ['test/**/*.test.ts'],
          exclude: [...ISOLATED, ...BROWSER, ...ALL_ONLY, ...withoutPostgres, ...withoutStandby],
          // Loading the modules again for every file would take two fifths of the time.
          isolate: false,
          // What is built runs as it is: to transform it once more would take as long as some tests.
          server: { deps: { external: [/\/dist\//] } },
          ...limits,
        },
      },
      {
        test: {
          name: 'isolated',
          setupFiles,
          include: ISOLATED,
          exclude: [...ALL_ONLY, ...withoutPostgres, ...withoutStandby],
          ...limits,
        },
      },
      ...(chromium === undefined
        ? []
        : [
            {
              test: {
                name: 'browser',
                setupFiles,
                include: BROWSER,
                exclude: ALL_ONLY,
                isolate: false,
                env: { CHROMIUM: chromium },
                ...limits,
              },
            },
          ]),
    ],
  },
});
