import type { Clock } from '../domain/time.js';
import type { HiveLedger } from '../hive/hiveLedger.js';
import { alwaysOurs, type HiveTurn } from '../hive/turn.js';
import type { EventLog } from '../log/eventLog.js';
import type { SignedCheckpoint } from '../maintenance/checkpoints.js';
import type { Wiper } from '../maintenance/wiper.js';

/** Signs a checkpoint of the log of a data directory that extends the newest one, see `signCheckpoint`. */
export type Sign = (dataDir: string, elsewhere?: string) => Promise<SignedCheckpoint>;

/** How a node stands with the shared log. */
interface NodeStatus {
  /** Position of the last event of the shared log that this node knows of; 0 without one. */
  readonly sharedHead: number;
  /** Whether this node and the shared log contradict each other. */
  readonly isForked: boolean;
  /** How often an exchange with the shared log failed and was tried again, since the start. */
  readonly interruptions: number;
}

/** What a vault does together with the others that have the same log. The usual vault is `alone`. */
export interface Cluster {
  readonly log: EventLog;
  /** What events get their time from, in ms since 1970: the same on all nodes. */
  readonly clock: Clock;
  /** Whether other nodes append to the log, too. */
  readonly isShared: boolean;
  /** Does what one node of many is to do; undefined where another one does it. */
  onlyOne<T>(task: string, work: () => Promise<T>): Promise<T | undefined>;
  /**
   * Takes in what others have written up to now; false where nobody could have. Rejects with `not_ready` when that cannot be had
   * within a second.
   */
  freshen(): Promise<boolean>;
  /** Throws `not_ready` on a node that has not heard from the others for too long: a login may have been closed on one of them. */
  refuseStale(): void;
  /** Whose turn it is to push what a ledger lacks. */
  hiveTurn(ledger: HiveLedger): HiveTurn;
  /** Signs so that no two nodes contradict each other. */
  signer(sign: Sign): Sign;
  /** A wiper that also waits for the files of the others; `own` wipes those of this vault. To be called once. */
  wiper(own: Wiper): Wiper;
  /** Lets the others know how far this one is, from now on. */
  startReports(): void;
  status(): NodeStatus;
  /** Calls `listener` whenever this node got the end of the shared log, with the seconds that it waited for it. */
  onLockWait(listener: (seconds: number) => void): void;
  /** Lets the others go on without this one. To be called before the log is closed. */
  leave(): Promise<void>;
}

/** A vault with a log of its own: nobody is waited for, and nothing is told. */
export function alone(log: EventLog, clock: Clock): Cluster {
  return {
    log,
    clock,
    isShared: false,
    onlyOne: (_, work) => work(),
    freshen: async () => false,
    refuseStale() {},
    hiveTurn: () => alwaysOurs,
    signer: (sign) => sign,
    wiper: (own) => own,
    startReports() {},
    status: () => ({ sharedHead: 0, isForked: false, interruptions: 0 }),
    onLockWait() {},
    leave: async () => {},
  };
}
