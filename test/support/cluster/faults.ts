import { setTimeout as sleep } from 'node:timers/promises';
import { unreachable } from '../../../src/domain/unreachable.js';
import type { Cluster, ClusterNode } from './cluster.js';
import type { Passage } from './tcpProxy.js';

/** What can go wrong. Each is over when `inflict` resolves: all is mended again. Times in ms. */
export type Fault =
  | {
      readonly kind: 'a node is killed';
      readonly node: number;
      readonly ms: number;
      readonly loses: boolean;
    }
  | {
      readonly kind: 'a node is cut off';
      readonly node: number;
      readonly ms: number;
      readonly how: Passage;
    }
  | { readonly kind: 'a node that holds the end is frozen'; readonly ms: number }
  | { readonly kind: 'the primary freezes the holder of the end'; readonly ms: number }
  | { readonly kind: 'the primary crashes and starts again'; readonly ms: number }
  | { readonly kind: 'the primary is lost'; readonly ms: number }
  | { readonly kind: 'the standby is cut off'; readonly ms: number }
  | { readonly kind: 'a commit that waits for the standby is cancelled'; readonly ms: number }
  | { readonly kind: 'all connections are cut' };

/** How long the holder of the end of the log is looked for, in ms. */
const LOOK_FOR_HOLDER_MS = 1500;

export async function inflict(fault: Fault, cluster: Cluster): Promise<void> {
  const { pair, nodes } = cluster;
  switch (fault.kind) {
    case 'a node is killed': {
      const node = nodeAt(cluster, fault.node);
      await node.end('SIGKILL');
      if (fault.loses) node.empty();
      await sleep(fault.ms);
      return node.start();
    }
    case 'a node is cut off': {
      const { ways } = nodeAt(cluster, fault.node);
      for (const way of ways) way.set(fault.how);
      await sleep(fault.ms);
      for (const way of ways) way.set('passes');
      return;
    }
    case 'a node that holds the end is frozen': {
      const holder = await holderOfEnd(cluster);
      const node = nodes.find(({ name }) => holder?.application.endsWith(name)) ?? nodes[0];
      node?.signal('SIGSTOP');
      await sleep(fault.ms);
      node?.signal('SIGCONT');
      return;
    }
    case 'the primary freezes the holder of the end': {
      const holder = await holderOfEnd(cluster);
      if (!holder) return;
      process.kill(holder.pid, 'SIGSTOP');
      await sleep(fault.ms);
      process.kill(holder.pid, 'SIGCONT');
      return;
    }
    case 'the primary crashes and starts again':
      await pair.primary().crash();
      await sleep(fault.ms);
      return pair.primary().start();
    case 'the primary is lost':
      await pair.failOver(fault.ms);
      return pair.addStandby();
    case 'the standby is cut off':
      pair.replication.set('hangs');
      await sleep(fault.ms);
      return pair.replication.set('passes');
    case 'a commit that waits for the standby is cancelled':
      pair.replication.set('hangs');
      await sleep(fault.ms);
      await cancelWaiting(cluster);
      pair.replication.set('passes');
      // Nodes may have seen it, and a loss of the primary would take it back: whoever cancels commits asks for that.
      return pair.caughtUp();
    case 'all connections are cut':
      for (const { ways } of nodes) for (const way of ways) way.cut();
      return pair.replication.cut();
    default:
      return unreachable(fault);
  }
}

function nodeAt({ nodes }: Cluster, number: number): ClusterNode {
  const node = nodes[number % nodes.length];
  if (!node) throw new Error('there are no nodes');
  return node;
}

/** The connection that has the lock of the head, if one is found in the middle of an append. */
async function holderOfEnd({ pair }: Cluster) {
  const late = performance.now() + LOOK_FOR_HOLDER_MS;
  while (performance.now() < late) {
    const [row] = await pair.sql(
      `SELECT pid, application_name AS application FROM pg_stat_activity
       WHERE state = 'idle in transaction' AND application_name LIKE 'memory-vault %'`,
    );
    if (row) return { pid: Number(row.pid), application: String(row.application) };
  }
  return undefined;
}

/** Cancels what waits for the standby: then PostgreSQL says that it is committed, and warns. Nobody may believe that. */
async function cancelWaiting({ pair }: Cluster): Promise<void> {
  await pair.sql(
    `SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`,
  );
}
