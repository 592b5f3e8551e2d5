import { cpSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openApp } from '../../src/app/openApp.js';
import { forgetObservation } from '../../src/commands/observations.js';
import { dataFiles } from '../../src/config/dataFiles.js';
import { verify } from '../../src/maintenance/verify.js';
import { plainFilter } from '../support/plainFilter.js';
import { saveNote } from '../support/saveNote.js';
import { tamper } from '../support/tamper.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testConfig } from '../support/testApp.js';

const NEVER_MS = 60_000;

/** The files of a vault whose read models ended after its first event, and whose log went on. */
async function endedBehind(then: 'saved' | 'forgotten') {
  const config = testConfig();
  const app = await openApp(config, { filter: plainFilter, gatherMs: NEVER_MS });
  const first = await saveNote(app, { title: 'one' });
  await app.readModels.latest();
  await saveNote(app, { title: 'two' });
  const meta = { actor: 'anonymous' };
  if (then === 'forgotten') await app.executor.execute(forgetObservation, { id: first }, { meta });
  const dataDir = temporaryDirectory();
  cpSync(config.dataDir, dataDir, { recursive: true });
  await app.close();
  const files = dataFiles({ ...config, dataDir });
  return { logFile: files.log, viewsFile: files.views };
}

test('read models that are behind are compared up to their position', async () => {
  const job = await endedBehind('saved');
  expect(await verify(job)).toMatchObject({ ok: true, head: 2, views_compared: true, views_at: 1 });
  tamper(job.viewsFile, (db) => db.exec(`UPDATE observations SET title = 'lies'`));
  expect((await verify(job)).problems.map(({ kind }) => kind)).toEqual(['views']);
});

test('notes that a later event erased cannot be compared', async () => {
  const report = await verify(await endedBehind('forgotten'));
  expect(report).toMatchObject({ ok: true, head: 3, views_compared: false, views_at: null });
});
