import type { WriteLine } from '../diagnostics/reporter.js';
import type { Ids } from '../domain/ids.js';
import type { Clock } from '../domain/time.js';
import type { LogBroken } from '../log/logFailures.js';
import type { PrivacyFilter } from '../privacy/privacyFilter.js';
import type { Projection } from '../projections/projection.js';
import type { OnProgress } from '../views/projector.js';
import type { Access } from './access.js';
import type { Upkeep } from './upkeep.js';
import type { Vault } from './vault.js';

/** A vault that is open in this process. Whoever needs only a part of it takes that part. */
export interface App extends Vault, Upkeep, Access {
  /** Ends whatever would delay a stop: event streams, a running rebuild or verification. */
  beginStop(): Promise<void>;
  /** Finishes waiting commands and closes the files. Searches that take too long are abandoned. */
  close(): Promise<void>;
  /** True while a thread runs a search or a verification. The end of the process would wait for it. */
  isBusy(): boolean;
}

/** The parts of an open vault: a route, or what lets somebody in, takes the one that it needs. */
export interface Parts {
  readonly vault: Vault;
  readonly upkeep: Upkeep;
  readonly access: Access;
}

export const partsOf = (app: App): Parts => ({ vault: app, upkeep: app, access: app });

/** How a vault is opened, where that differs from the defaults: tests set the clock, the service sets threads. */
export interface AppOptions {
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly filter?: PrivacyFilter;
  readonly projections?: readonly Projection[];
  /** Whether what takes long runs on threads. By default it runs on the main thread. */
  readonly threads?: boolean;
  /** Whether to look for damage of log.db and of the read models soon after the start and once a day. By default nobody looks. */
  readonly checksFiles?: boolean;
  /** How long events may wait before they are applied to the read models, in ms; a read applies them at once. Default 0. */
  readonly gatherMs?: number;
  /** Whether it answers others, so that its rules must be those of the other nodes. By default it does the work of a command. */
  readonly serves?: boolean;
  /** Bounds the size of log.db, in pages of 4 KiB. */
  readonly maxLogPages?: number;
  /** After how many pages the write-ahead log is moved into log.db. */
  readonly checkpointPages?: number;
  /** Whether a log that lost events is opened nevertheless, and what is left of them put aside. By default it is refused. */
  readonly acceptLoss?: boolean | undefined;
  /** Milliseconds since the machine was started, its sleep included. By default a `clock` that is given counts as right. */
  readonly uptime?: () => number;
  /** Free bytes of the disk of a directory. */
  readonly freeBytes?: (directory: string) => Promise<number>;
  /** Gets every line for whoever runs the vault. */
  readonly write?: WriteLine;
  /** Gets errors before they become lines. By default they are reported. */
  readonly onError?: (error: unknown) => void;
  readonly onBroken?: (error: LogBroken) => void;
  readonly onProgress?: OnProgress;
}
