import type { VaultEvent, VaultEventType } from '../events/vaultEvent.js';
import type { Params } from '../sqlite/sqlite.js';

/**
 * What a handler may do: read and write the tables of its own projection. One lasts until its transaction or
 * savepoint ends, so what is kept by it is gone when that is rolled back.
 */
export interface View {
  run(sql: string, params?: Params): void;
  get<Row>(sql: string, params?: Params): Row | undefined;
  all<Row>(sql: string, params?: Params): Row[];
}

/** What a projection does with an event of one type. */
export type Handler<T extends VaultEventType> = (
  view: View,
  event: Extract<VaultEvent, { type: T }>,
) => void;

/**
 * A read model. Handlers are deterministic: no clock, randomness, environment or other projection, so
 * that a replay of the log always gives the same rows. A change of any kind raises `version`, and the
 * next start builds the file anew.
 */
export interface Projection {
  readonly name: string;
  readonly version: number;
  /** DDL by table name, with the indexes that handlers need. */
  readonly tables: Record<string, string>;
  /** DDL of the indexes that only queries need: a build makes them last, which is quicker. */
  readonly indexes?: string;
  readonly handlers: { readonly [T in VaultEventType]?: Handler<T> };
  /** The handlers without the search index, which a build can have made from the rows, on a thread of its own. */
  readonly unindexed?: Projection['handlers'];
  /**
   * Called once after the events of a transaction, for work that is cheaper done together. What it
   * leaves behind must not depend on how many events that were.
   */
  readonly beforeCommit?: (view: View) => void;
  /** Removes for good what deleted rows have left in tables that keep it for a while, as a search index does. */
  readonly wipe?: (view: View) => void;
  /** SELECTs whose rows, in order, are the content of tables that cannot simply be listed. */
  readonly dumps?: Record<string, string>;
}
