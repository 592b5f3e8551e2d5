import { expect, test } from 'vitest';
import { REPORTS_WITHIN_MS, refuseTakenName } from '../../src/cluster/openNode.js';
import { MemoryControl } from '../support/memoryControl.js';
import { NOW, testClock } from '../support/testApp.js';

const REPORT = { position: 1, wiped: 1 };

/** Two processes with one name, and a pause during which `meanwhile` is done. */
function twins() {
  const clock = testClock(NOW);
  const shared = new MemoryControl(clock);
  const [one, other] = [shared.node('a'), shared.node('a')];
  const pause = async (meanwhile: () => Promise<unknown>) => {
    await meanwhile();
    clock.advance(REPORTS_WITHIN_MS);
  };
  return { one, other, clock, pause };
}

test('a name under which another process reports is refused', async () => {
  const { one, other, clock, pause } = twins();
  await other.report(REPORT, 1);
  const reports = () => pause(async () => clock.advance(1000)).then(() => other.report(REPORT, 1));
  await expect(refuseTakenName(one, 'a', reports)).rejects.toMatchObject({
    code: 'node_name_taken',
    setting: 'VAULT_NODE',
  });
});

test('a name that nobody has, that was given back, or whose node crashed, is free', async () => {
  const { one, other, clock, pause } = twins();
  const nothing = () => pause(async () => {});
  const never = () => expect.fail('nobody is waited for');
  await refuseTakenName(one, 'a', never);
  await other.report(REPORT, 1);
  await refuseTakenName(one, 'a', nothing);
  clock.advance(1);
  await refuseTakenName(one, 'a', never);
  await other.report(REPORT, 1);
  await other.leaveAll();
  await refuseTakenName(one, 'a', never);
});
