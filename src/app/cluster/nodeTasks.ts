import { setTimeout as sleep } from 'node:timers/promises';
import type { EventLog } from '../../log/eventLog.js';
import { type Lease, lease, onlyWithLease } from '../../log/shared/lease.js';
import type { LogWork } from '../../maintenance/logWork.js';
import { sharedCheckpoints } from '../../maintenance/sharedCheckpoints.js';
import type { Wiper } from '../wiper.js';
import { nodeReports } from './nodeReports.js';
import type { VaultNode } from './vaultNode.js';

/** What a vault does together with the other nodes of its log, or alone where there are none. */
export interface NodeTasks {
  /** Waits for the files of all nodes. */
  readonly wiper: Wiper;
  readonly signCheckpoint: LogWork['signCheckpoint'];
  /** Does what one node of many is to do; 0 where another one does it. */
  sweep(work: () => Promise<number>): Promise<number>;
  /** To be called when the vault is open. */
  start(): void;
  /** To be called before the log is closed. */
  close(): Promise<void>;
}

/** Longer than the time between two sweeps: the next one finds the lease with the same node. */
export const SWEEPER_MS = 180_000;

/** How long a stop tries to tell the others, in ms: the shared log may be out of reach. */
const LEAVE_MS = 1000;

/** A node that is gone is replaced by another one after this time. */
export const HIVE_MS = 30_000;

/** What the node holds that pushes to the hive. */
export const hiveLease = (node: VaultNode | undefined): Lease | undefined =>
  node && lease(node.control, 'hive', HIVE_MS);

export function nodeTasks(
  node: VaultNode | undefined,
  { wiper, work, log }: { wiper: Wiper; work: LogWork; log: EventLog },
): NodeTasks {
  const { signCheckpoint } = work;
  if (!node)
    return { wiper, signCheckpoint, sweep: (all) => all(), start() {}, close: async () => {} };
  const { control } = node;
  const reports = nodeReports(node, wiper);
  const sweeper = lease(control, 'sweeper', SWEEPER_MS);
  return {
    wiper: reports.wiper,
    signCheckpoint: sharedCheckpoints(signCheckpoint, control, log),
    sweep: async (all) => (await onlyWithLease(sweeper, all)()) ?? 0,
    start: reports.start,
    async close() {
      reports.stop();
      // Else the others wait until they run out.
      const left = control.leaveAll().catch(() => {});
      await Promise.race([left, sleep(LEAVE_MS, undefined, { ref: false })]);
    },
  };
}
