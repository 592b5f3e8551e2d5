import { setTimeout as sleep } from 'node:timers/promises';
import type { ReplicatedLog } from '../../log/shared/replicatedLog.js';
import type { SharedControl } from '../../log/shared/sharedControl.js';

/** A vault as one of the nodes of a shared log. */
export interface VaultNode {
  readonly name: string;
  /** UUID of the shared log. */
  readonly instance: string;
  readonly log: ReplicatedLog;
  readonly control: SharedControl;
  /** How long this node answers reads without having heard from the shared log, in ms. */
  readonly maxLag: number;
  /** How often an exchange with the shared log failed and was tried again, since the start. */
  interruptions(): number;
  /** Whether this node and the shared log contradict each other. */
  isForked(): boolean;
  /** Calls `listener` whenever this node got the end of the log, with the seconds that it waited for it. */
  onLockWait(listener: (seconds: number) => void): void;
}

/** True when a node has not heard from the shared log for too long to answer: somebody's login may have been closed since. */
export function isDeaf({ log, maxLag }: Pick<VaultNode, 'log' | 'maxLag'>): boolean {
  return log.unheardMs() > maxLag;
}

/** How long a caller waits for what other nodes may have written, in ms. */
const HEAR_MS = 1000;

/** Takes in what other nodes have written up to now. False when that cannot be had within a second. */
export async function hearNow({ log }: Pick<VaultNode, 'log'>): Promise<boolean> {
  const heard = log.catchUp().then(
    () => true,
    () => false,
  );
  return Promise.race([heard, sleep(HEAR_MS, false, { ref: false })]);
}
