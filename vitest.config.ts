import { defineConfig } from 'vitest/config';
import { seedBug } from './test/bugs/seedBug.js';

const LONG = [
  'test/{properties,crash,load,cli,domain/privacy}/**/*.test.ts',
  'test/readme.test.ts',
  'test/log/lock.test.ts',
  'test/http/openapiLint.test.ts',
];

/** A bug that a test of the tests has asked for. */
const bug = process.env.SEEDED_BUG;
const plugins = bug ? [seedBug(bug)] : [];

/** `unit` is quick and runs all day; `long` kills processes, replays histories and loads real notes. */
export default defineConfig({
  test: {
    maxConcurrency: 2,
    // Much of it waits for disks and for processes: two go on beside each other even where there are two cores.
    maxWorkers: 2,
    projects: [
      {
        plugins,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: LONG,
          testTimeout: 20_000,
        },
      },
      {
        plugins,
        test: {
          name: 'long',
          include: LONG,
          testTimeout: 300_000,
        },
      },
    ],
  },
});
