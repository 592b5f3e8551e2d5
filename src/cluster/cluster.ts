import type { Clock } from '../domain/time.js';
import type { HiveLedger } from '../hive/hiveLedger.js';
import { alwaysOurs, type HiveTurn } from '../hive/turn.js';
import type { EventLog } from '../log/eventLog.js';
import type { SignedCheckpoint } from '../maintenance/checkpoints.js';
import type { Wiper } from '../maintenance/wiper.js';
import type { Receivers } from '../webhooks/receivers.js';

/** Signs a checkpoint of the log of a data directory that extends the newest one, see `signCheckpoint`. */
export type Sign = (dataDir: string, elsewhere?: string) => Promise<SignedCheckpoint>;

/** How a node stands with the shared log. */
interface NodeStatus {
  /** Position of the last event of the shared log that this node knows of; 0 without one. */
  readonly sharedHead: number;
  /** For how many ms others may have written what this node has not read; infinite after a fork. */
  readonly unheardMs: number;
  /** Whether this node and the shared log contradict each other. */
  readonly isForked: boolean;
  /** How often an exchange with the shared log failed and was tried again, since the start. */
  readonly interruptions: number;
}

/** What those who answer requests may ask about the other nodes of the log. */
export interface OtherNodes {
  /** Whether other nodes append to the log, too. */
  readonly isShared: boolean;
  /**
   * Takes in what others have written up to now; false where nobody could have. Rejects with `not_ready` when that cannot be had
   * within a second.
   */
  freshen(): Promise<boolean>;
  /** Throws `not_ready` on a node that has not heard from the others for too long: a login may have been closed on one of them. */
  refuseStale(): void;
  status(): NodeStatus;
  /** Calls `listener` whenever this node got the end of the shared log, with the seconds that it waited for it. */
  onLockWait(listener: (seconds: number) => void): void;
}

/** What a vault tells the others about its own files. */
export interface Reports {
  /** A wiper that also waits for the files of the others. Closed, it reports nothing any more. */
  readonly wiper: Wiper;
  /** Reports from now on. To be called when what a former stop interrupted is being wiped. */
  start(): void;
}

/** Short texts that all nodes keep together, beside the log. */
export interface SharedMarks {
  /** Keeps what `next` makes of the text before, unless that is undefined or another node is at it. */
  mark(name: string, next: (before: string | undefined) => string | undefined): Promise<void>;
  marked(name: string): Promise<string | undefined>;
}

/** What a vault does together with the others that have the same log. The usual vault is `alone`. */
export interface Cluster extends OtherNodes {
  /** The log itself: it takes also what `OpenedLog.log` refuses. */
  readonly log: EventLog;
  /** What events get their time from, in ms since 1970: the same on all nodes. */
  readonly clock: Clock;
  /** Does what one node of many is to do; undefined where another one does it. */
  onlyOne<T>(task: string, work: () => Promise<T>): Promise<T | undefined>;
  /** Whose turn it is to push what a ledger lacks. */
  hiveTurn(ledger: HiveLedger): HiveTurn;
  /** Signs so that no two nodes contradict each other. */
  signer(sign: Sign): Sign;
  /** Undefined where there is no other node. */
  readonly marks: SharedMarks | undefined;
  /** The webhooks of all nodes; undefined where there is no other node. */
  readonly receivers: Receivers | undefined;
  /** Reports about the files that `own` wipes. */
  reports(own: Wiper): Reports;
  /** Lets the others go on without this one. To be called before the log is closed, and after the wiper. */
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
    marks: undefined,
    receivers: undefined,
    signer: (sign) => sign,
    reports: (own) => ({ wiper: own, start() {} }),
    status: () => ({ sharedHead: 0, unheardMs: 0, isForked: false, interruptions: 0 }),
    onLockWait() {},
    leave: async () => {},
  };
}
