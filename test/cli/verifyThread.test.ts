import { expect, test } from 'vitest';
import { dataFiles } from '../../src/config/dataFiles.js';
import type { VerifyStep } from '../../src/maintenance/verification.js';
import { everyKind } from '../support/everyKind.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

// Threads start from built files; their types are those of the sources they were built from.
const built = (file: string) => import(String(new URL(`../../dist/${file}`, import.meta.url)));
const { workInThreads } = (await built(
  'maintenance/logWork.js',
)) as typeof import('../../src/maintenance/logWork.js');

test('a thread that verifies says how far it is, first in the log and then in the replay', async () => {
  const dataDir = temporaryDirectory();
  await everyKind(dataDir);
  const { log: logFile, views: viewsFile } = dataFiles({ dataDir });
  const steps: VerifyStep[] = [];
  const report = await workInThreads().verify({ logFile, viewsFile, dataDir }, (step) =>
    steps.push(step),
  );
  expect(report).toMatchObject({ ok: true, views_compared: true });
  expect(new Set(steps.map(({ state }) => state))).toEqual(new Set(['verifying', 'comparing']));
  expect(steps[0]?.state).toBe('verifying');
  for (const state of ['verifying', 'comparing']) {
    const last = steps.findLast((step) => step.state === state);
    expect(last).toEqual({ state, done: report.head, total: report.head });
  }
});
