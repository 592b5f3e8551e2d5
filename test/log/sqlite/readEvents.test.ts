import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ulids } from '../../../src/domain/ids.js';
import type { NewEvent } from '../../../src/log/eventLog.js';
import { openSqliteEventLog } from '../../../src/log/sqlite/sqliteEventLog.js';
import { verify } from '../../../src/maintenance/verify.js';
import { redacted } from '../../support/redacted.js';
import { rechain, tamper } from '../../support/tamper.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { NOW } from '../../support/testApp.js';

const phase = (id: string, at: number, version: number): NewEvent => ({
  id,
  stream: 'sdd/p',
  version,
  at,
  meta: { actor: 'test' },
  type: 'sdd.phase_entered',
  data: { project: redacted('p'), phase: 'spec' },
});

/** A log of events of these times, whose ids were made for others. */
async function logOf(...times: readonly (readonly [at: number, idFor: number])[]) {
  const file = join(temporaryDirectory(), 'log.db');
  const log = openSqliteEventLog(file);
  onTestFinished(() => log.close());
  const next = ulids();
  const events = times.map(([at, idFor], i) => phase(next(idFor), at, i + 1));
  for (const event of events) {
    await log.appendNext(async () => ({ events: [event], answers: [], deduplicated: 0 }));
  }
  return { file, log, ids: events.map(({ id }) => id) };
}

test('an event is found by its id among those of its time, also after a clock was set back', async () => {
  const later = NOW + 3_600_000;
  const { log, ids } = await logOf(
    [NOW, NOW],
    [NOW + 1, NOW + 1],
    [NOW + 1, NOW + 1],
    [NOW + 2, later],
    [NOW + 3, NOW + 3],
    [later, later],
    [later + 1, later + 1],
  );
  for (const [i, id] of ids.entries()) {
    expect((await log.envelopeOf(id))?.position).toBe(i + 1);
  }
  expect(await log.envelopeOf(ulids()(NOW + 1))).toBeUndefined();
});

test.each([
  ['of one time', 2, 3],
  ['of different times', 1, 4],
])('verify reports two events with one id, %s', async (_which, from, to) => {
  const { file, log } = await logOf(
    [NOW, NOW],
    [NOW + 1, NOW + 1],
    [NOW + 1, NOW + 1],
    [NOW + 2, NOW + 2],
  );
  await log.close();
  expect((await verify({ logFile: file })).problems).toEqual([]);
  tamper(file, (db) => {
    const of = `(SELECT id FROM events WHERE position = ${from})`;
    db.exec(`UPDATE events SET id = ${of} WHERE position = ${to}`);
    rechain(db);
  });
  const { problems } = await verify({ logFile: file });
  expect(problems).toEqual([
    { kind: 'id', position: to, detail: expect.stringContaining('occurs twice') },
  ]);
});
