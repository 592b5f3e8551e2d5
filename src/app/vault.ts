import type { OtherNodes } from '../cluster/cluster.js';
import type { Commit, Executor } from '../commands/executor.js';
import type { Config } from '../config/config.js';
import type { Clock } from '../domain/time.js';
import type { Hive } from '../hive/hive.js';
import type { Appended, EventLog } from '../log/eventLog.js';
import type { PrivacyFilter } from '../privacy/privacyFilter.js';
import type { AskedProject } from '../queries/closest/closest.js';
import type { Facets } from '../queries/search/facets.js';
import type { FoundPlace, Listing } from '../queries/search/findNewest.js';
import type { Search } from '../queries/search/parse.js';
import type { SearchPage } from '../queries/search/show.js';
import type { ReadModels } from '../views/readModels.js';
import type { Webhooks } from '../webhooks/webhooks.js';

/** What a vault holds, and how it is written and read. */
export interface Vault extends Searches {
  readonly config: Config;
  readonly clock: Clock;
  /** Replaces secrets in a text before anything is stored. */
  readonly filter: PrivacyFilter;
  readonly log: EventLog;
  /** The other nodes of its log, if there are any. */
  readonly cluster: OtherNodes;
  readonly readModels: ReadModels;
  readonly executor: Executor;
  /** The instance that notes are pushed to. Nothing is pushed until it is started. */
  readonly hive: Hive;
  /** The receivers that are told what happens. Nothing is sent until they are started. */
  readonly webhooks: Webhooks;
  /** The name of the vault, as in its checkpoints: no other one has the same. */
  readonly origin: string;
  /** A new ULID. */
  newId(): string;
  /** Calls `listener` after each commit of this process; `log.onGrown` reports every growth. It must not throw. */
  onCommit(listener: OnCommit): void;
  /** Aborts when the service begins to stop. Streams and waits that have no end of their own end then. */
  readonly stopping: AbortSignal;
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
