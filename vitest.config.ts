import { defineConfig } from 'vitest/config';

/** `unit` is quick and runs all day; `long` kills processes, replays histories and loads real notes. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/properties/**',
            'test/crash/**',
            'test/load/**',
            'test/domain/privacy/**',
          ],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'long',
          include: ['test/{properties,crash,load,domain/privacy}/**/*.test.ts'],
          testTimeout: 300_000,
        },
      },
    ],
  },
});
