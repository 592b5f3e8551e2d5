import { expect, test } from 'vitest';
import { SharedLogInterrupted } from '../../../src/cluster/sharedLog.js';
import { append, NOTHING } from '../../support/postgres/batchOf.js';
import { canCopy, nodeOfCluster } from '../../support/postgres/nodeOfCluster.js';

test.skipIf(!canCopy)(
  'what was acknowledged is there after the loss of the primary, and nodes find the new one',
  async () => {
    const { cluster, log } = await nodeOfCluster();
    const batch = await append(log, [{ stream: 'observation/a', version: 1 }]);
    expect((await log.readBehind(NOTHING, 10)).events).toEqual(batch.events);

    await cluster.primary.crash();
    await expect(log.lock(NOTHING, 10)).rejects.toThrow(SharedLogInterrupted);
    await expect(log.lock(NOTHING, 10)).rejects.toThrow('it is a standby');
    await cluster.promote();
    // The new primary waits for a standby before it shows anything.
    const [held] = await Promise.all([log.lock(NOTHING, 10), cluster.addStandby()]);
    expect(held.delta.events).toEqual(batch.events);
    expect(held.delta.end).toMatchObject({ position: 1, instance: batch.end.instance });
    await held.release();
    await append(log, [{ stream: 'observation/a', version: 2 }]);
  },
);
