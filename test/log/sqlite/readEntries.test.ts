import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EventLog, NewEvent } from '../../../src/log/eventLog.js';
import { openSqliteEventLog } from '../../../src/log/sqlite/sqliteEventLog.js';
import { countTurns } from '../../support/countTurns.js';
import { redacted } from '../../support/redacted.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

const openLog = () => openSqliteEventLog(join(temporaryDirectory(), 'log.db'));

let ids = 0;
const about = (stream: string, version: number) => ({
  id: `event ${ids++}`,
  stream,
  version,
  at: 1000,
  meta: { actor: 'test' },
});

const phase = (n: number, name: 'spec' | 'apply' = 'spec'): NewEvent => ({
  ...about(`sdd/${n}`, 1),
  type: 'sdd.phase_entered',
  data: { project: redacted(`p${n}`), phase: name },
});

async function append(log: EventLog, events: readonly NewEvent[]): Promise<void> {
  await log.appendNext(async () => ({ events, answers: [], deduplicated: 0 }));
}

test('a redacted event is returned with its redaction and the position of it', async () => {
  const log = openLog();
  await append(log, [phase(1)]);
  const data = { project: '[REDACTED]', phase: 'spec' };
  const redaction = { position: 1, type: 'sdd.phase_entered', schema: 1, data };
  await append(log, [{ ...about('redaction/1', 1), type: 'event.redacted', data: redaction }]);
  const { entries } = await log.readEntries(0, 10, {});
  expect(entries).toMatchObject([
    { position: 1, type: 'sdd.phase_entered', data, redacted_by: 2 },
    { position: 2, type: 'event.redacted', data: redaction, redacted_by: null },
  ]);
  expect(await log.erased()).toBe(1);
  await log.close();
});

test('a rare type is found at any distance, and the answer says how far it has searched', async () => {
  const log = openLog();
  await append(
    log,
    Array.from({ length: 10_020 }, (_, i) => phase(i)),
  );
  const rare: NewEvent = {
    ...about('purge/all', 1),
    type: 'vault.purged',
    data: { filters: { project: redacted('p') }, matched: 0 },
  };
  await append(log, [rare, phase(10_021)]);
  const found = await log.readEntries(5, 10, { types: ['vault.purged'] });
  expect(found.entries.map(({ position }) => position)).toEqual([10_021]);
  expect(found.upTo).toBe(10_022);
  const first = await log.readEntries(0, 1, { types: ['vault.purged'] });
  expect(first.upTo).toBe(10_021);
  expect(await log.readEntries(99_999, 5, {})).toEqual({ entries: [], upTo: 99_999 });
  await log.close();
});

test('large events are read a few in a turn, and a page of them ends early', async () => {
  const log = openLog();
  const published = (n: number): NewEvent => ({
    ...about('conventions/p', n),
    type: 'conventions.published',
    data: {
      project: redacted('p'),
      content: redacted('x'.repeat(500_000)),
      version: n,
      redactions: [],
    },
  });
  await append(
    log,
    Array.from({ length: 10 }, (_, i) => published(i + 1)),
  );
  for (const only of [{}, { stream: 'conventions/p' }]) {
    const { result, turns } = await countTurns(() => log.readEntries(0, 100, only));
    expect(result.entries.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(result.upTo).toBe(9);
    expect(turns).toBeGreaterThanOrEqual(8);
    const rest = await log.readEntries(9, 100, only);
    expect(rest).toMatchObject({ entries: [{ version: 10 }], upTo: 10 });
  }
  await log.close();
});
