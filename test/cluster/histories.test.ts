import { expect, test } from 'vitest';
import type { Planned } from '../support/cluster/faultPlan.js';
import { playHistory } from '../support/cluster/playHistory.js';

// Two plans that have every kind of fault between them; `npm run lab -- histories` draws others.

const WITH_FAILOVER: readonly Planned[] = [
  { pause: 1000, fault: { kind: 'a node is cut off', node: 1, ms: 1000, how: 'loses answers' } },
  { pause: 500, fault: { kind: 'the standby is cut off', ms: 500 } },
  { pause: 500, fault: { kind: 'the primary is lost', ms: 200 } },
  { pause: 500, fault: { kind: 'a node is killed', node: 0, ms: 200, loses: true } },
  { pause: 500, fault: { kind: 'all connections are cut' } },
];

const WITH_RESTART: readonly Planned[] = [
  { pause: 1000, fault: { kind: 'a node is killed', node: 2, ms: 0, loses: false } },
  { pause: 500, fault: { kind: 'a commit that waits for the standby is cancelled', ms: 500 } },
  { pause: 500, fault: { kind: 'the primary crashes and starts again', ms: 200 } },
  { pause: 500, fault: { kind: 'the primary freezes the holder of the end', ms: 500 } },
  { pause: 500, fault: { kind: 'a node is cut off', node: 1, ms: 2500, how: 'hangs' } },
  { pause: 0, fault: { kind: 'a node that holds the end is frozen', ms: 5500 } },
];

test.each([
  ['the primary is lost', WITH_FAILOVER],
  ['it crashes and starts again', WITH_RESTART],
])('nodes keep every promise while %s', async (_, plan) => {
  const played = await playHistory({ seed: 1, plan, ms: 10_000 });
  expect(played.problems).toEqual([]);
  expect(played.acknowledged).toBeGreaterThan(20);
  expect(played.reads).toBeGreaterThan(5);
});
