import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { asCluster, type VaultNode } from '../../src/cluster/node.js';
import { lease, type SharedControl } from '../../src/cluster/sharedControl.js';
import { MemoryControl } from '../support/memoryControl.js';
import { testClock } from '../support/testApp.js';

const MS = 30_000;

/** Nodes that want one lease, on one clock. */
function nodes(...names: string[]) {
  const clock = testClock();
  const control = new MemoryControl(clock);
  return { clock, control, leases: names.map((name) => lease(control.node(name), 'x', MS, clock)) };
}

test('one node holds a lease until it no longer renews it', async () => {
  const { clock, leases } = nodes('a', 'b');
  const [a, b] = leases;
  expect([await a?.holds(), await b?.holds()]).toEqual([true, false]);
  clock.advance(MS - 1);
  expect([await a?.holds(), await b?.holds()]).toEqual([true, false]);
  clock.advance(MS);
  expect([await b?.holds(), await a?.holds()]).toEqual([true, false]);
});

test('the next holder gets what the last one left, and everybody can read it', async () => {
  const { clock, leases } = nodes('a', 'b');
  const [a, b] = leases;
  expect(await a?.hold()).toMatchObject({ state: undefined });
  expect(await a?.leave('so far')).toBe(true);
  expect(await a?.hold()).toMatchObject({ state: 'so far' });
  expect(await b?.left()).toBe('so far');
  clock.advance(MS);
  expect(await b?.hold()).toMatchObject({ state: 'so far' });
});

test('who has lost a lease leaves nothing, and knows it from then on', async () => {
  const { clock, control, leases } = nodes('a', 'b');
  const [a, b] = leases;
  await a?.hold();
  clock.advance(MS);
  await b?.hold();
  expect(await a?.leave('too late')).toBe(false);
  expect(await a?.holds()).toBe(false);
  expect(control.leases.get('x')?.state).toBeUndefined();
});

test('a node that cannot reach the shared log holds nothing, and goes on when it can', async () => {
  const { clock, control, leases } = nodes('a');
  const [a] = leases;
  await a?.hold();
  control.cutOff.add('a');
  clock.advance(MS / 3);
  expect(await a?.holds()).toBe(false);
  expect(await a?.leave('x')).toBe(false);
  expect(await a?.left()).toBeUndefined();
  control.cutOff.clear();
  expect(await a?.holds()).toBe(true);
});

test('each task of one node among several is done by one of them, until it leaves', async () => {
  const control = new MemoryControl(testClock());
  const asked: string[] = [];
  const cluster = (name: string) => {
    const own = control.node(name);
    const hold: SharedControl['hold'] = (task, ms) => {
      asked.push(`${name} for ${task}`);
      return own.hold(task, ms);
    };
    // The cast leaves out what no task asks.
    const node = { control: { ...own, hold }, log: {} } as unknown as VaultNode;
    return asCluster(node);
  };
  const [a, b] = [cluster('a'), cluster('b')];
  const swept = {
    a: () => a.onlyOne('sweep', async () => 'a'),
    b: () => b.onlyOne('sweep', async () => 'b'),
  };
  expect([await swept.a(), await swept.b()]).toEqual(['a', undefined]);
  // Another task has a lease of its own.
  const counted = [
    await b.onlyOne('count', async () => 1),
    await a.onlyOne('count', async () => 2),
  ];
  expect(counted).toEqual([1, undefined]);
  // Who has it need not ask again.
  asked.length = 0;
  expect([await swept.a(), await swept.b()]).toEqual(['a', undefined]);
  expect(asked).toEqual(['b for sweep']);
  await a.leave();
  expect(await swept.b()).toBe('b');
});

property.prop([
  fc.array(fc.tuple(fc.nat(2), fc.nat(MS), fc.constantFrom('ask', 'cut', 'mend')), {
    maxLength: 50,
  }),
])('no two nodes believe at one time that they hold a lease', async (steps) => {
  const { clock, control, leases } = nodes('0', '1', '2');
  /** Until when a node may act on its last answer. */
  const believes = [0, 0, 0];
  for (const [node, ms, what] of steps) {
    clock.advance(ms);
    if (what === 'cut') control.cutOff.add(String(node));
    if (what === 'mend') control.cutOff.delete(String(node));
    // A third of its time may have passed since it was renewed.
    believes[node] = (await leases[node]?.holds()) ? clock() + (2 * MS) / 3 : 0;
    expect(believes.filter((until) => until > clock()).length).toBeLessThanOrEqual(1);
  }
});
