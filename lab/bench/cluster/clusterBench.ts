import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SharedVault } from '../../../tools/cluster/sharedVault.js';
import type { ServerProcess } from '../../../tools/server/serverProcess.js';
import { cpuOf } from './cpuOf.js';

/** What the parts of the benchmark of a shared log work with. */
export interface ClusterBench {
  readonly vault: SharedVault;
  /** The nodes that run, by name, in the order of their start. */
  readonly nodes: ReadonlyMap<string, ServerProcess>;
  /** Gives new bodies of saves. */
  readonly body: () => string;
  readonly quick: boolean;
  readonly say: (text: string) => void;
  readonly signal: AbortSignal;
  /** A new directory that is removed at the end. */
  newDirectory(): string;
  startNode(name: string): Promise<ServerProcess>;
  stopNode(name: string): Promise<void>;
}

export const SAVES = '/api/v1/observations';

/** The processes of PostgreSQL: of a primary and its standby, or of the single server. */
export function postgresPids({ cluster, primary }: SharedVault): readonly number[] {
  const servers = cluster ? [cluster.primary, cluster.standby] : [primary()];
  return servers.flatMap((server) => server?.pid() ?? []);
}

const LOOK_MS = 200;
const IDLE_MS = 30;
const LONGEST_MS = 10_000;

/** The CPU time of processes, in ms, once they have nothing left to do. */
export async function settledCpu(pids: readonly number[], signal: AbortSignal): Promise<number> {
  const end = performance.now() + LONGEST_MS;
  for (let before = cpuOf(pids); ; ) {
    await sleep(LOOK_MS, undefined, { signal });
    const now = cpuOf(pids);
    if (now - before < IDLE_MS || performance.now() > end) return now;
    before = now;
  }
}

/** Opens and stops nodes of a vault by name. */
export function nodesOf(vault: SharedVault, signal: AbortSignal) {
  const nodes = new Map<string, ServerProcess>();
  return {
    nodes,
    async startNode(name: string): Promise<ServerProcess> {
      mkdirSync(vault.directoryOf(name), { recursive: true });
      const node = await vault.startNode(name, { signal });
      nodes.set(name, node);
      return node;
    },
    async stopNode(name: string): Promise<void> {
      const node = nodes.get(name);
      nodes.delete(name);
      await node?.stop();
    },
    stopAll: () => Promise.allSettled([...nodes.values()].map((node) => node.stop())),
  };
}

/** The path of a file of a node. */
export const fileOf = ({ vault }: ClusterBench, node: string, name: string) =>
  join(vault.directoryOf(node), name);
