import type { Ids } from '../domain/ids.js';
import type { PrivacyFilter } from '../domain/privacy/privacyFilter.js';
import type { Clock } from '../domain/time.js';
import type { LogBroken } from '../log/eventLog.js';
import type { Projection } from '../projections/projection.js';
import type { OnProgress } from '../views/projector.js';

/** What may be other than in a plain start: a test has its own clock, the service its own threads. */
export interface AppOptions {
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly filter?: PrivacyFilter;
  readonly projections?: readonly Projection[];
  /** How many threads answer searches; by default none, and they are answered where they arrive. */
  readonly searchThreads?: number;
  /** Whether what reads the whole log has threads of its own; by default it is done where it is asked for. */
  readonly logThreads?: boolean;
  /** How long the read models may gather events, in milliseconds; whoever reads them sees all. Default 0. */
  readonly gatherMs?: number;
  /** Bounds the size of log.db, in pages of 4 KiB. */
  readonly maxLogPages?: number;
  /** After how many pages the write-ahead log is moved into log.db. */
  readonly checkpointPages?: number;
  readonly onError?: (error: unknown) => void;
  readonly onBroken?: (error: LogBroken) => void;
  readonly onProgress?: OnProgress;
}
