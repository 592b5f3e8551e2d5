import { beforeEach, expect } from 'vitest';
import { type Cluster, startCluster } from './cluster.js';
import type { Planned } from './faultPlan.js';
import { playHistory } from './playHistory.js';

/** Fewer than `npm run histories` has: they share the machine with other tests. */
const CLIENTS = 4;

/** A new cluster for each test of a file. Gives what expects that its nodes keep every promise while a plan goes on. */
export function givenNodes(nodes: number) {
  let cluster: Cluster;
  beforeEach(async () => {
    cluster = await startCluster({ nodes });
  });
  return async (plan: readonly Planned[]): Promise<void> => {
    const least = { acknowledged: 21, reads: 6 };
    const played = await playHistory({ seed: 1, plan, ms: 0, least, clients: CLIENTS, cluster });
    expect(played.problems).toEqual([]);
    expect(played.acknowledged).toBeGreaterThan(20);
    expect(played.reads).toBeGreaterThan(5);
  };
}
