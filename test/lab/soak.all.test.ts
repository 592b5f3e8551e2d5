import { expect, test } from 'vitest';
import { soak } from '../../lab/soak/soak.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const noProc = process.platform === 'linux' ? undefined : 'it reads /proc';

test.skipIf(noProc)(
  `a short soak uses the service in every way and keeps every promise${noProc ? ` (skipped: ${noProc})` : ''}`,
  async () => {
    const { signal } = new AbortController();
    const { text, problems } = await soak({
      directory: temporaryDirectory(),
      minutes: 0.2,
      rate: 60,
      seed: 1,
      say: () => {},
      signal,
    });
    expect(problems).toEqual([]);
    for (const kind of ['save', 'batch', 'revise', 'forget', 'session', 'get', 'search']) {
      expect(text).toContain(`\n| ${kind} | `);
    }
    expect(text).toMatch(/of \d+ DELETEs answered 202/);
  },
);
