import { expect, test } from 'vitest';
import { SharedLogInterrupted } from '../../../src/cluster/sharedLog.js';
import { LogRefused } from '../../../src/log/logFailures.js';
import { awaitSync } from '../../support/postgres/awaitRow.js';
import { batchOf, NOTHING } from '../../support/postgres/batchOf.js';
import { canCopy, nodeOfCluster } from '../../support/postgres/nodeOfCluster.js';
import { stopTime } from '../../support/postgres/patient.js';

test.skipIf(!canCopy)(
  'a commit that was let go because the standby was given up meanwhile counts as not known',
  async () => {
    const { cluster, log } = await nodeOfCluster();
    const held = await log.lock(NOTHING, 10);
    await cluster.standby?.crash();
    const batch = batchOf(held.delta.end, [{ stream: 'observation/a', version: 1 }]);
    const appended = held.append(batch).then(
      () => 'stored',
      (error: unknown) => error,
    );
    await awaitSync(cluster.primary);
    await cluster.primary.configure({ synchronous_standby_names: '' });
    expect(await appended).toBeInstanceOf(SharedLogInterrupted);
    await expect(log.lock(NOTHING, 10)).rejects.toThrow(LogRefused);
  },
);

test.skipIf(!canCopy)(
  'a primary without its standby, as one that was replaced, shows what it has and proves nothing',
  async () => {
    const { cluster, log } = await nodeOfCluster();
    expect((await log.readConfirmed(NOTHING, 10)).end.position).toBe(0);
    const held = await log.lock(NOTHING, 10);
    await cluster.standby?.crash();
    expect((await log.readBehind(NOTHING, 10)).end.position).toBe(0);
    const passDeadline = stopTime();
    for (const confirm of [() => held.confirm(), () => log.readConfirmed(NOTHING, 10)]) {
      const refused = expect(confirm()).rejects.toThrow(SharedLogInterrupted);
      await awaitSync(cluster.primary);
      passDeadline();
      await refused;
    }
  },
);
