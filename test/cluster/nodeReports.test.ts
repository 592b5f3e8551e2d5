import { expect, onTestFinished, test } from 'vitest';
import { nodeReports } from '../../src/cluster/nodeReports.js';
import type { ReplicatedLog } from '../../src/cluster/replicatedLog.js';
import type { Appended } from '../../src/log/eventLog.js';
import type { Wiper } from '../../src/maintenance/wiper.js';
import { eventually } from '../support/eventually.js';
import { MemoryControl } from '../support/memoryControl.js';

/** Nodes that share a control, with a clock that the test moves. */
function given(maxLag = 5000) {
  const time = { now: 0 };
  const control = new MemoryControl(() => time.now);

  function node(name: string) {
    let grew: (grown: Appended) => void = () => {};
    const asked: number[] = [];
    const state = { position: 0, pending: false };
    const own: Wiper = {
      async wipe(position) {
        asked.push(position);
        return true;
      },
      pending: () => state.pending,
      pendingMs: () => 0,
      close: async () => {},
    };
    // The cast leaves out what is not called.
    const log = {
      position: () => state.position,
      onGrown: (listener: typeof grew) => {
        grew = listener;
      },
    } as unknown as ReplicatedLog;
    const parts = { control: control.node(name), log, maxLag };
    const reports = nodeReports(parts, own, () => time.now);
    onTestFinished(reports.wiper.close);
    return {
      reports,
      state,
      asked,
      /** Takes in events of these types; of the others up to `position` only the envelopes. */
      grow(position: number, ...types: string[]) {
        state.position = position;
        const events = types.map((type) => ({ type }));
        // The cast leaves out what is not looked at.
        grew({ events, head: { position, hash: Buffer.alloc(32) } } as unknown as Appended);
      },
    };
  }
  return { time, control, node };
}

test('a node that is live and has not wiped its files keeps an answer waiting', async () => {
  const { time, node } = given();
  const [one, two] = [node('one'), node('two')];
  one.grow(1, 'observation.forgotten');
  two.reports.start();
  expect(await one.reports.wiper.wipe(1, 100)).toBe(false);
  two.grow(1, 'observation.forgotten');
  await eventually('both had wiped', async () =>
    expect(await one.reports.wiper.wipe(1, 100)).toBe(true),
  );
  expect(time.now).toBe(0);
});

test('a node that may still answer reads does not count as dead, however long VAULT_MAX_LAG is', async () => {
  const { time, node } = given(60_000);
  const [one, two] = [node('one'), node('two')];
  one.reports.start();
  two.reports.start();
  one.grow(1, 'observation.forgotten');
  for (time.now = 0; time.now <= 60_000; time.now += 20_000)
    expect(await one.reports.wiper.wipe(1, 10)).toBe(false);
});

test('after the shared log has answered nobody, a silent node does not count as dead at once', async () => {
  const { time, node } = given();
  const [one, two] = [node('one'), node('two')];
  one.reports.start();
  two.reports.start();
  // It reports once.
  await two.reports.wiper.close();
  one.grow(1, 'observation.forgotten');
  time.now = 60_000;
  expect(await one.reports.wiper.wipe(1, 10)).toBe(false);
  time.now += 9_000;
  expect(await one.reports.wiper.wipe(1, 10)).toBe(false);
  // By now, whoever is not dead would have reported.
  time.now += 1_000;
  expect(await one.reports.wiper.wipe(1, 60_000)).toBe(true);
});

test('a shared log that takes its time to answer keeps nobody waiting for longer than asked', async () => {
  const { control, node } = given();
  const one = node('one');
  control.silent = true;
  expect(await one.reports.wiper.wipe(0, 10)).toBe(false);
  const leaving = new AbortController();
  const left = one.reports.wiper.wipe(0, 60_000, leaving.signal);
  leaving.abort();
  expect(await left).toBe(false);
});

test('what erased something and came erased itself is wiped as well', async () => {
  const { node } = given();
  const one = node('one');
  one.grow(1, 'observation.saved');
  expect(one.asked).toEqual([]);
  one.grow(3, 'observation.saved');
  expect(one.asked).toEqual([3]);
  one.grow(4, 'event.redacted');
  expect(one.asked).toEqual([3, 4]);
});
