import { defineConfig } from 'vitest/config';

const LONG = [
  'test/{properties,crash,load,cli,domain/privacy}/**/*.test.ts',
  'test/readme.test.ts',
  'test/log/lock.test.ts',
  'test/http/openapiLint.test.ts',
];

/** `unit` is quick and runs all day; `long` kills processes, replays histories and loads real notes. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: LONG,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'long',
          include: LONG,
          testTimeout: 300_000,
        },
      },
    ],
  },
});
