import { setTimeout as sleep } from 'node:timers/promises';
import { Rejection } from '../../domain/rejection.js';
import type { EventLog } from '../../log/eventLog.js';
import {
  type Lease,
  lease,
  onlyWithLease,
  type SharedControl,
} from '../../log/shared/sharedControl.js';
import { SharedLogInterrupted } from '../../log/shared/sharedLog.js';
import type { AuditWork } from '../../maintenance/audit.js';
import { checkpointKey, openCheckpoint } from '../../maintenance/checkpoints.js';
import type { Wiper } from '../wiper.js';
import { nodeReports } from './nodeReports.js';
import type { VaultNode } from './vaultNode.js';

/** Longer than the time between two sweeps: the next one finds the lease with the same node. */
export const SWEEPER_MS = 180_000;

/** How long a stop tries to tell the others, in ms: the shared log may be out of reach. */
const LEAVE_MS = 1000;

/** A node that is gone is replaced by another one after this time. */
export const HIVE_MS = 30_000;

/** What the node holds that pushes to the hive. */
export const hiveLease = (node: VaultNode | undefined): Lease | undefined =>
  node && lease(node.control, 'hive', HIVE_MS);

/** What a vault does together with the other nodes of its log, or alone where there are none. */
export function nodeTasks(
  node: VaultNode | undefined,
  { wiper, work, log }: { wiper: Wiper; work: AuditWork; log: EventLog },
) {
  const { signCheckpoint } = work;
  if (!node) {
    const sweep = (all: () => Promise<number>) => all();
    return { wiper, signCheckpoint, sweep, start() {}, close: async () => {} };
  }
  const { control } = node;
  const reports = nodeReports(node, wiper);
  const sweeper = lease(control, 'sweeper', SWEEPER_MS);
  return {
    /** Waits for the files of all nodes. */
    wiper: reports.wiper,
    signCheckpoint: sharedCheckpoints(signCheckpoint, control, log),
    /** Does what one node of many is to do; 0 where another one does it. */
    sweep: async (all: () => Promise<number>) => (await onlyWithLease(sweeper, all)()) ?? 0,
    /** To be called when the vault is open. */
    start: reports.start,
    /** To be called before the log is closed. */
    async close() {
      reports.stop();
      // Else the others wait until they run out.
      const left = control.leaveAll().catch(() => {});
      await Promise.race([left, sleep(LEAVE_MS, undefined, { ref: false })]);
    },
  };
}

type Sign = AuditWork['signCheckpoint'];

/** How long a copy may take to reach what another node has signed, in milliseconds. */
const CATCH_UP_MS = 2000;
/** How often it is begun anew when another node was faster. */
const TRIES = 3;

/**
 * Signs checkpoints of a copy where several nodes sign with one key. Each extends the newest one that any node has signed, and
 * is given to nobody before it is kept as the newest: so no two contradict each other. Rejects with `not_ready` while the copy
 * is behind, while the shared log does not answer, and when others sign all the time.
 */
export function sharedCheckpoints(
  sign: Sign,
  control: Pick<SharedControl, 'newestCheckpoint' | 'addCheckpoint'>,
  log: Pick<EventLog, 'reach'>,
): Sign {
  /** Undefined when another node was faster. */
  async function signNext(dataDir: string) {
    const newest = await control.newestCheckpoint();
    const after = newest === undefined ? 0 : openCheckpoint(newest, checkpointKey(dataDir)).size;
    if (!(await log.reach(after, CATCH_UP_MS)))
      throw notReady(`this node does not have the ${after} events yet that another one signed`);
    const signed = await sign(dataDir, newest);
    // As many events as the newest one: it is the same checkpoint.
    if (signed.size === after) return signed;
    return (await control.addCheckpoint(signed.size, signed.note, after)) ? signed : undefined;
  }

  return async (dataDir) => {
    try {
      for (let tries = 0; tries < TRIES; tries++) {
        const signed = await signNext(dataDir);
        if (signed) return signed;
      }
    } catch (error) {
      if (!(error instanceof SharedLogInterrupted)) throw error;
      throw notReady('the shared log does not answer, and no checkpoint is signed without it');
    }
    throw notReady('other nodes sign checkpoints all the time: try again in a moment');
  };
}

const notReady = (message: string) => new Rejection('not_ready', message);
