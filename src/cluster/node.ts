import { setTimeout as sleep } from 'node:timers/promises';
import { Rejection } from '../domain/rejection.js';
import type { EventLog } from '../log/eventLog.js';
import { checkpointKey, openCheckpoint } from '../maintenance/checkpoints.js';
import type { Cluster, Sign } from './cluster.js';
import { hiveTurn } from './hiveTurn.js';
import { nodeReports } from './nodeReports.js';
import type { ReplicatedLog } from './replicatedLog.js';
import { lease, type SharedControl } from './sharedControl.js';
import { SharedLogInterrupted } from './sharedLog.js';
import { sharedReceivers } from './sharedReceivers.js';

/** Longer than the time between two sweeps: the next one finds the lease with the same node. */
export const SWEEP_MS = 180_000;

/** A node that is gone is replaced by another one after this time. */
export const TURN_MS = 30_000;

/** How long a caller waits for what other nodes may have written, in ms. */
const HEAR_MS = 1000;

/** How long a stop tries to tell the others, in ms: the shared log may be out of reach. */
const LEAVE_MS = 1000;

/** A vault as one of the nodes of a shared log. */
export interface VaultNode extends Pick<Cluster, 'status' | 'onLockWait'> {
  readonly log: ReplicatedLog;
  readonly control: SharedControl;
  /** How long this node answers reads without having heard from the shared log, in ms. */
  readonly maxLag: number;
}

/** How long a node may take to leave a mark. */
const MARK_MS = 10_000;

/** What a node does together with the others. */
export function asCluster(node: VaultNode): Cluster {
  const { log, control, maxLag, status, onLockWait } = node;
  const tasks = new Map<string, ReturnType<typeof lease>>();

  async function freshen(): Promise<true> {
    const heard = log.catchUp().then(
      () => true,
      () => false,
    );
    if (await Promise.race([heard, sleep(HEAR_MS, false, { ref: false })])) return true;
    throw notReady(
      'this node does not know it, and cannot ask the shared log whether another one does: try again, or ask another node',
    );
  }

  return {
    log,
    clock: log.clock,
    isShared: true,
    async onlyOne(task, work) {
      const held = tasks.get(task) ?? lease(control, task, SWEEP_MS);
      tasks.set(task, held);
      return (await held.holds()) ? work() : undefined;
    },
    freshen,
    refuseStale() {
      if (log.unheardMs() <= maxLag) return;
      throw notReady(
        'this node has not heard from the shared log for longer than VAULT_MAX_LAG: ask another node',
      );
    },
    hiveTurn: (ledger) => hiveTurn({ lease: lease(control, 'hive', TURN_MS), ledger, log }),
    marks: {
      async mark(name, next) {
        const held = lease(control, name, MARK_MS);
        const before = await held.hold();
        const text = before && next(before.state);
        if (text !== undefined) await held.leave(text);
      },
      marked: (name) => lease(control, name, MARK_MS).left(),
    },
    receivers: sharedReceivers(control, freshen, TURN_MS),
    signer: (sign) => sharedCheckpoints(sign, control, log),
    reports: (own) => nodeReports(node, own),
    status,
    onLockWait,
    async leave() {
      // Else the others wait until they run out.
      const left = control.leaveAll().catch(() => {});
      await Promise.race([left, sleep(LEAVE_MS, undefined, { ref: false })]);
    },
  };
}

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
