import type { Commit, Executor } from '../commands/executor.js';
import type { Config } from '../config/config.js';
import type { Reporter } from '../diagnostics/reporter.js';
import type { PrivacyFilter } from '../domain/privacy/privacyFilter.js';
import type { Clock } from '../domain/time.js';
import type { Hive } from '../hive/hive.js';
import type { Appended, EventLog } from '../log/eventLog.js';
import type { Audit } from '../maintenance/audit.js';
import type { AskedProject } from '../queries/closest/closestProjects.js';
import type { Facets } from '../queries/search/facets.js';
import type { FoundPlace, Listing } from '../queries/search/findNewest.js';
import type { Search } from '../queries/search/parse.js';
import type { SearchPage } from '../queries/search/show.js';
import type { AdminKey } from '../secrets/adminKey.js';
import type { BrowserLogins } from '../secrets/browserLogins.js';
import type { LoginCodes } from '../secrets/loginCodes.js';
import type { NewToken } from '../secrets/newTokens.js';
import type { ReadModels } from '../views/readModels.js';
import type { Rebuilder } from '../views/rebuilder.js';
import type { VaultNode } from './cluster/vaultNode.js';
import type { ViewsCheck } from './viewsCheck.js';
import type { Vitals } from './vitals.js';
import type { Wiper } from './wiper.js';

/** The parts of the service, wired by hand. */
export interface App {
  readonly config: Config;
  readonly adminKey: AdminKey;
  readonly newToken: NewToken;
  readonly browserLogins: BrowserLogins;
  readonly loginCodes: LoginCodes;
  readonly clock: Clock;
  /** Replaces secrets in a text before anything is stored. */
  readonly filter: PrivacyFilter;
  readonly log: EventLog;
  /** Set where several nodes share the log, of which this vault is one. */
  readonly node: VaultNode | undefined;
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
  /** Searches the read models, on search threads where there are some. */
  search(search: Search): Promise<SearchPage>;
  /** Counts what a search finds by facet, where searches run. */
  facets(search: Search): Promise<Facets>;
  /** Names like that of an unknown project, found where searches run. */
  closestProjects(asked: AskedProject): Promise<readonly string[]>;
  /** Where the newest observations of a list are, found where searches run. */
  findNewest(listing: Listing): Promise<readonly FoundPlace[]>;
  /** The instance that notes are pushed to. Nothing is pushed until it is started. */
  readonly hive: Hive;
  /** Calls `listener` after each commit of this process; `log.onGrown` reports every growth. It must not throw. */
  onCommit(listener: OnCommit): void;
  /** Bytes of both databases with their write-ahead logs. */
  databaseBytes(): { log: number; views: number };
  /** Marks sessions that have been idle for too long, unless another node does; gives how many. */
  abandonIdleSessions(): Promise<number>;
  /** Lets other nodes know how far this one is, from now on. */
  startReports(): void;
  /** Aborts when the service begins to stop. Streams and waits that have no end of their own end then. */
  readonly stopping: AbortSignal;
  /** Ends whatever would delay a stop: event streams, a running rebuild or verification. */
  beginStop(): Promise<void>;
  /** Finishes waiting commands and closes the files. Searches that take too long are abandoned. */
  close(): Promise<void>;
  /** True while a thread runs a search or a verification. The end of the process would wait for it. */
  isBusy(): boolean;
}

export type OnCommit = (appended: Appended, commit: Commit) => void;
