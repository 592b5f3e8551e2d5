import {
  closeSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type App, partsOf } from '../../src/app/app.js';
import { logCheck } from '../../src/app/fileChecks.js';
import { Diagnostic, diagnosticOf } from '../../src/diagnostics/diagnostic.js';
import { assess } from '../../src/http/answers/readiness.js';
import { checkLog, faultAtStart } from '../../src/maintenance/checkLog.js';
import { readUpkeep } from '../../src/maintenance/upkeep.js';
import { filledApp } from '../support/filledApp.js';
import { saveNote } from '../support/saveNote.js';
import { tamper } from '../support/tamper.js';
import { testApp } from '../support/testApp.js';

/** A vault with so many notes that is closed. */
async function closedVault(notes = 200): Promise<{ dataDir: string; file: string }> {
  const app = await filledApp(notes);
  const { dataDir } = app.config;
  await app.close();
  return { dataDir, file: join(dataDir, 'log.db') };
}

function scribble(file: string, at: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(8192, 0xa5), 0, 8192, at);
  closeSync(handle);
}

const change = (file: string, position: number) =>
  tamper(file, (db) => db.exec(`UPDATE events SET at = at + 1 WHERE position = ${position}`));

test('a log that is whole has no fault', async () => {
  const { file } = await closedVault();
  expect(faultAtStart(file)).toBeUndefined();
  expect(await checkLog({ file, isWhole: true })).toEqual({ events: 200 });
});

test('damage in any page of a small log is found, and a start that can go on refuses saves', async () => {
  const { dataDir, file } = await closedVault();
  const whole = readFileSync(file);
  let served = 0;
  for (let page = 2; page < whole.length / 4096 - 2; page += 9) {
    writeFileSync(file, whole);
    scribble(file, page * 4096);
    expect(faultAtStart(file)?.code, `page ${page}`).toBe('log_damaged');
    const app = await testApp({ VAULT_DATA_DIR: dataDir }).catch(diagnosticOf);
    if (app instanceof Diagnostic) expect(app.code).toBe('file_damaged');
    else served += await expectRefusal(app);
  }
  expect(served).toBeGreaterThan(0);
});

async function expectRefusal(app: App): Promise<1> {
  await expect(saveNote(app, { title: 'more' })).rejects.toThrow(
    'the log of the vault is damaged: nothing was stored',
  );
  await app.vitals.look();
  const { status, conditions } = await assess(partsOf(app));
  expect(status).toBe('not_ready');
  expect(conditions.map(({ code }) => code)).toContain('log_damaged');
  await app.close();
  return 1;
}

test('an event that was changed is said, and saves go on', async () => {
  const { dataDir, file } = await closedVault();
  change(file, 200);
  const app = await testApp({ VAULT_DATA_DIR: dataDir });
  await saveNote(app, { title: 'more' });
  const { status, conditions } = await assess(partsOf(app));
  expect(status).toBe('ready');
  expect(conditions.map(({ code }) => code)).toEqual(['log_changed']);
});

test('the check of a start reads both ends of the log, and the whole check all of it', async () => {
  const { file } = await closedVault();
  change(file, 100);
  expect(faultAtStart(file)).toBeUndefined();
  expect(await checkLog({ file, isWhole: false })).toEqual({ events: 0 });
  const { fault } = await checkLog({ file, isWhole: true });
  expect(fault).toEqual({
    code: 'log_changed',
    detail: 'event 100 has changed since it was recorded',
  });
});

test('a log that was cut off is damaged', async () => {
  const { file } = await closedVault();
  truncateSync(file, statSync(file).size - 4096);
  expect(faultAtStart(file)?.code).toBe('log_damaged');
});

test('all events are checked where that was never done, and again a week later', async () => {
  const { dataDir, file } = await closedVault();
  const app = await testApp({ VAULT_DATA_DIR: dataDir });
  const asked: boolean[] = [];
  let now = Date.now();
  const check = logCheck({
    dataDir,
    reporter: app.reporter,
    now: () => now,
    checkLog: async (job) => {
      asked.push(job.isWhole);
      return checkLog(job);
    },
  });
  await check.check();
  expect(readUpkeep(dataDir)).toMatchObject({ checked: { at: now, events: 200 } });
  await check.check();
  now += 7 * 86_400_000;
  change(file, 100);
  await check.check();
  expect(asked).toEqual([true, false, true]);
  expect(readUpkeep(dataDir).checked?.fault).toContain(
    'event 100 has changed since it was recorded',
  );
  expect(app.reporter.conditions().map(({ diagnostic }) => diagnostic.code)).toEqual([
    'log_changed',
  ]);
});
