import { expect, test } from 'vitest';
import type { Connection } from '../../../src/cluster/postgres/connection.js';
import { postgresLog } from '../../../src/cluster/postgres/postgresLog.js';
import { SharedLogInterrupted } from '../../../src/cluster/sharedLog.js';
import { batchOf, NOTHING } from '../../support/postgres/batchOf.js';

const END = { ...NOTHING, instance: 'one', at: 0, deduplicated: 0, now: 1 };

/** A log whose every COMMIT is answered with a tag, and where the standby is given up in that moment unless it is kept. */
function answering(tag: string, keepsStandby = true) {
  let isCommitted = false;
  const destroyed: string[] = [];
  const rowsOf = (text: string) => {
    if (text.includes('vault.append')) return [{ appended: true }];
    if (text === 'COMMIT') isCommitted = true;
    const standbys = isCommitted && !keepsStandby ? '' : 'standby';
    if (text.includes('synchronous_standby_names')) return [{ standbys, fsync: 'on', pages: 'on' }];
    return text.includes('clock_timestamp') ? [{ ...END, seconds: 0 }] : [];
  };
  const connection = {
    exchange: async (...statements: { text: string }[]) =>
      statements.map(({ text }) => ({ command: tag, rows: rowsOf(text), rowCount: 0 })),
    isOpen: true,
    onNotification() {},
    destroy: (why: string) => void destroyed.push(why),
    close: async () => {},
    // The cast leaves out that answers have the types of their statements.
  } as unknown as Connection;
  const log = postgresLog(async () => connection, 'replicated');
  return { log, destroyed };
}

test('a COMMIT that PostgreSQL answers with ROLLBACK has written nothing for sure', async () => {
  const { log, destroyed } = answering('ROLLBACK');
  const held = await log.lock(NOTHING, 1);
  const batch = batchOf(held.delta.end, [{ stream: 'observation/a', version: 1 }]);
  await expect(held.append(batch)).rejects.toThrow(SharedLogInterrupted);
  expect(destroyed).toEqual(['COMMIT was answered with ROLLBACK']);
});

test('a COMMIT that was let go because the standby was given up meanwhile counts as not known', async () => {
  const { log, destroyed } = answering('COMMIT', false);
  const held = await log.lock(NOTHING, 1);
  const batch = batchOf(held.delta.end, [{ stream: 'observation/a', version: 1 }]);
  await expect(held.append(batch)).rejects.toThrow(SharedLogInterrupted);
  expect(destroyed).toEqual(['after COMMIT, synchronous_standby_names is empty']);
});

test('an end that was appended to or released takes no more', async () => {
  const { log } = answering('COMMIT');
  const held = await log.lock(NOTHING, 1);
  const batch = batchOf(held.delta.end, [{ stream: 'observation/a', version: 1 }]);
  await held.append(batch);
  await expect(held.append(batch)).rejects.toThrow('lost its lock');
  await held.release();
  const released = await log.lock(NOTHING, 1);
  await released.release();
  await expect(released.append(batch)).rejects.toThrow('lost its lock');
});
