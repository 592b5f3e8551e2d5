import { defineConfig } from 'vitest/config';
import { findChromium, HOW_TO_GET_ONE } from './tools/chromium.mjs';
import { findPostgres, HOW_TO_GET_POSTGRES } from './tools/postgres.mjs';

const LONG = [
  'test/{properties,crash,cluster,load,cli,scripts,domain/privacy}/**/*.test.ts',
  'test/clients/examples.test.ts',
  'test/readme.test.ts',
  'test/omissions.test.ts',
  'test/sqlite/lockDirectory.test.ts',
  'test/http/openapi/openapiLint.test.ts',
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
const POSTGRES = ['test/{log/shared/postgres,app/cluster,cluster}/**/*.test.ts'];
const withoutPostgres = postgres === undefined ? POSTGRES : [];

/** A bug that a test of the tests has asked for. */
const setupFiles = process.env.SEEDED_BUG === undefined ? [] : ['test/bugs/seedBug.ts'];

/** Speed is no matter of tests: a limit is for what hangs, far from what any takes on a machine that has much else to do. */
const HANGS_MS = 120_000;
const LONG_HANGS_MS = 900_000;

/**
 * `unit` is quick and runs all day; `long` kills processes, replays histories and loads real notes; `browser` opens the page
 * in a Chromium, where one is found.
 */
export default defineConfig({
  test: {
    maxConcurrency: 2,
    // Much of it waits for disks and for processes: three go on beside each other even where there are two cores.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles,
          include: ['test/**/*.test.ts'],
          exclude: [...LONG, ...BROWSER, ...withoutPostgres],
          // Loading the modules again for every file took two fifths of the time.
          isolate: false,
          testTimeout: HANGS_MS,
        },
      },
      {
        test: {
          name: 'long',
          setupFiles,
          include: LONG,
          exclude: withoutPostgres,
          testTimeout: LONG_HANGS_MS,
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
                env: { CHROMIUM: chromium },
                testTimeout: HANGS_MS,
                hookTimeout: HANGS_MS,
              },
            },
          ]),
    ],
  },
});
