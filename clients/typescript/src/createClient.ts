import { type Calls, type ClientOptions, callsOf } from './createCalls.js';
import { exportArchive } from './exportArchive.js';
import { exportObservations } from './exportObservations.js';
import { followEvents, followObservations } from './followEvents.js';
import {
  changes,
  events,
  inbox,
  observations,
  publicEvents,
  review,
  searchHits,
  sessions,
  timeline,
  told,
} from './pages.js';

/** The API of a vault: its requests, and lists and streams that go on by themselves. */
export interface VaultClient extends Calls {
  /** Every observation of a project, oldest first. Those that are saved meanwhile are not among them. */
  readonly timeline: ReturnType<typeof timeline>;
  /** Every observation that passes the filters, newest first. Newer ones that are saved meanwhile are not among them. */
  readonly observations: ReturnType<typeof observations>;
  /** Every work session, newest first. */
  readonly sessions: ReturnType<typeof sessions>;
  /** All that agents were told in a work session, oldest first. */
  readonly told: ReturnType<typeof told>;
  /** Every observation that somebody should look at again, newest first. */
  readonly review: ReturnType<typeof review>;
  /** What became of every observation between two moments, of one kind, the latest first. */
  readonly changes: ReturnType<typeof changes>;
  /** Every observation that is proposed, newest first. */
  readonly inbox: ReturnType<typeof inbox>;
  /**
   * Every hit of a search, best first, up to the 10,000th. A note that is saved between two pages can move the others,
   * so that one comes twice or not at all; `as_of` prevents it.
   */
  readonly searchHits: ReturnType<typeof searchHits>;
  /** What happened to notes and sessions that the caller may see, up to now, in the order of the log. */
  readonly publicEvents: ReturnType<typeof publicEvents>;
  /** Every event of the log up to now, in the order of positions. */
  readonly events: ReturnType<typeof events>;
  /**
   * Every event of the log after `query.after`, then each new one as it is recorded, without end. When the connection
   * breaks, it goes on after the last event. Throws `VaultError` when the service refuses, or stays away for longer
   * than a request is retried.
   */
  readonly followEvents: ReturnType<typeof followEvents>;
  /**
   * Every observation that passes the filters as it is saved or revised, and the id of each that is forgotten, from now on or after the
   * event at position `after`, without end; it goes on and throws as `followEvents`.
   */
  readonly followObservations: ReturnType<typeof followObservations>;
  /** Every observation, one after the other as they arrive. Throws `VaultError` when the export breaks off. */
  readonly exportObservations: ReturnType<typeof exportObservations>;
  /**
   * Everything that the vault knows, as of one moment, one line after the other as they arrive. The loop over its lines throws
   * `VaultError` when the archive breaks off.
   */
  readonly exportArchive: ReturnType<typeof exportArchive>;
}

/** A client of the vault at `url`. It sends nothing until it is asked to. */
export function createClient(options: ClientOptions): VaultClient {
  const { calls, open, clock } = callsOf(options);
  const { GET } = calls;
  return {
    ...calls,
    timeline: timeline(GET),
    observations: observations(GET),
    sessions: sessions(GET),
    told: told(GET),
    review: review(GET),
    changes: changes(GET),
    inbox: inbox(GET),
    searchHits: searchHits(GET),
    publicEvents: publicEvents(GET),
    events: events(GET),
    followEvents: followEvents(open, clock, options.signal),
    followObservations: followObservations(open, clock, options.signal),
    exportObservations: exportObservations(open),
    exportArchive: exportArchive(open),
  };
}
