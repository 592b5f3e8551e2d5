import type { Cluster } from '../cluster/cluster.js';
import type { Commit, Executor } from '../commands/executor.js';
import type { Config } from '../config/config.js';
import type { Reporter, WriteLine } from '../diagnostics/reporter.js';
import type { Ids } from '../domain/ids.js';
import type { Clock } from '../domain/time.js';
import type { Hive } from '../hive/hive.js';
import type { Appended, EventLog } from '../log/eventLog.js';
import type { LogBroken } from '../log/logFailures.js';
import type { Audit } from '../maintenance/audit.js';
import type { Wiper } from '../maintenance/wiper.js';
import type { PrivacyFilter } from '../privacy/privacyFilter.js';
import type { Projection } from '../projections/projection.js';
import type { AskedProject } from '../queries/closest/closestProjects.js';
import type { Facets } from '../queries/search/facets.js';
import type { FoundPlace, Listing } from '../queries/search/findNewest.js';
import type { Search } from '../queries/search/parse.js';
import type { SearchPage } from '../queries/search/show.js';
import type { AdminKey } from '../secrets/adminKey.js';
import type { BrowserLogins, LoginCodes } from '../secrets/browserLogins.js';
import type { NewToken } from '../secrets/newTokens.js';
import type { OnProgress } from '../views/projector.js';
import type { ReadModels } from '../views/readModels.js';
import type { Rebuilder } from '../views/rebuilder.js';
import type { ViewsCheck } from './fileChecks.js';
import type { Vitals } from './vitals.js';

/** The parts of the service, wired by hand. */
export interface App extends Searches {
  readonly config: Config;
  readonly adminKey: AdminKey;
  readonly newToken: NewToken;
  readonly browserLogins: BrowserLogins;
  readonly loginCodes: LoginCodes;
  readonly clock: Clock;
  /** Replaces secrets in a text before anything is stored. */
  readonly filter: PrivacyFilter;
  readonly log: EventLog;
  /** What it does together with the other nodes of its log, if there are any. */
  readonly cluster: Cluster;
  readonly readModels: ReadModels;
  readonly executor: Executor;
  readonly wiper: Wiper;
  readonly audit: Audit;
  readonly rebuilder: Rebuilder;
  /** What is wrong now, and how it is said. */
  readonly reporter: Reporter;
  readonly vitals: Vitals;
  readonly viewsCheck: ViewsCheck;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** The instance that notes are pushed to. Nothing is pushed until it is started. */
  readonly hive: Hive;
  /** Calls `listener` after each commit of this process; `log.onGrown` reports every growth. It must not throw. */
  onCommit(listener: OnCommit): void;
  /** Bytes of both databases with their write-ahead logs. */
  databaseBytes(): { log: number; views: number };
  /** Marks sessions that have been idle for too long, unless another node does; gives how many. */
  abandonIdleSessions(): Promise<number>;
  /** Aborts when the service begins to stop. Streams and waits that have no end of their own end then. */
  readonly stopping: AbortSignal;
  /** Ends whatever would delay a stop: event streams, a running rebuild or verification. */
  beginStop(): Promise<void>;
  /** Finishes waiting commands and closes the files. Searches that take too long are abandoned. */
  close(): Promise<void>;
  /** True while a thread runs a search or a verification. The end of the process would wait for it. */
  isBusy(): boolean;
}

/** Searches in read models that are current, on search threads where there are some. They refuse as `ReadModels.current` does. */
export interface Searches {
  search(search: Search): Promise<SearchPage>;
  /** Counts what a search finds by facet. */
  facets(search: Search): Promise<Facets>;
  /** Names like that of an unknown project. */
  closestProjects(asked: AskedProject): Promise<readonly string[]>;
  /** Where the newest observations of a list are. */
  findNewest(listing: Listing): Promise<readonly FoundPlace[]>;
}

export type OnCommit = (appended: Appended, commit: Commit) => void;

/** How a vault is opened, where that differs from the defaults: tests set the clock, the service sets threads. */
export interface AppOptions {
  readonly clock?: Clock;
  readonly ids?: Ids;
  readonly filter?: PrivacyFilter;
  readonly projections?: readonly Projection[];
  /** How many threads answer searches. By default none: searches run on the main thread. */
  readonly searchThreads?: number;
  /** Whether work that reads the whole log runs on threads of its own. By default it runs on the main thread. */
  readonly logThreads?: boolean;
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
