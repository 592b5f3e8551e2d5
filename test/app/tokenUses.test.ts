import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tokenUses } from '../../src/app/tokenUses.js';
import { asCluster, type VaultNode } from '../../src/cluster/node.js';
import { MemoryControl } from '../support/memoryControl.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testClock } from '../support/testApp.js';

test('nodes share when a token was used last, and one of them writes it each hour', async () => {
  const clock = testClock();
  const control = new MemoryControl(clock);
  const errors: unknown[] = [];
  const node = (name: string) => {
    // The cast is safe: marks use nothing but the control of a node.
    const whole = { control: control.node(name), log: { clock } } as unknown as VaultNode;
    const file = join(temporaryDirectory(), 'token-uses.json');
    const onError = (error: unknown) => void errors.push(error);
    return tokenUses({ file, clock, shared: asCluster(whole).marks, onError });
  };
  const [one, other] = [node('one'), node('other')];
  expect(await other.lastOf('T')).toBeUndefined();
  one.used('T');
  await expect.poll(() => other.lastOf('T')).toBeDefined();
  const first = await other.lastOf('T');
  clock.advance(30 * 60_000);
  other.used('T');
  // What was asked before is answered first.
  expect(await other.lastOf('T')).toBe(first);
  clock.advance(31 * 60_000);
  one.used('T');
  await expect.poll(() => other.lastOf('T')).toBeGreaterThan(Number(first));
  control.cutOff.add('one');
  clock.advance(61 * 60_000);
  one.used('T');
  expect(await one.lastOf('T')).toBeUndefined();
  expect(errors).toEqual([]);
});
