import { expect, test } from 'vitest';
import { bitFlips } from '../../lab/faults/families/bitFlips.js';
import { kills } from '../../lab/faults/families/kills.js';
import { lostFiles } from '../../lab/faults/families/lostFiles.js';
import { runCases } from '../../lab/faults/runCases.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

test.each([
  ['SIGKILL under load, twice', kills],
  ['a bit of log.db: live byte', bitFlips],
  ['views.db overwritten with text', lostFiles],
])('a fault runs against the built service: %s', async (wanted, family) => {
  const one: typeof family = {
    ...family,
    cases: async (plan) => (await family.cases(plan)).filter(({ did }) => did === wanted),
  };
  const directory = temporaryDirectory();
  const results = await runCases([one], { directory, seed: 1, share: 0, say: () => {} });
  expect(results.map(({ did }) => did)).toEqual([wanted]);
  for (const { findings } of results) {
    expect(findings.wrong).toEqual([]);
    expect(findings.kept + findings.refused).toBe(findings.acknowledged);
    expect(findings.acknowledged).toBeGreaterThan(50);
  }
});
