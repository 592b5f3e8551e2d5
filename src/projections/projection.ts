import type { VaultEvent, VaultEventType } from '../events/vaultEvent.js';
import type { Params } from '../sqlite/sqlite.js';

/**
 * A handler's access to the tables of its own projection. Each transaction or savepoint gets a new `View`, so state that
 * is kept under it (in a WeakMap) is dropped with a rollback.
 */
export interface View {
  run(sql: string, params?: Params): void;
  get<Row>(sql: string, params?: Params): Row | undefined;
  all<Row>(sql: string, params?: Params): Row[];
}

/** Applies an event of one type to the tables of a projection. */
export type Handler<T extends VaultEventType> = (
  view: View,
  event: Extract<VaultEvent, { type: T }>,
) => void;

/**
 * Folds events to a read model. Handlers are deterministic: they use no clock, randomness, environment or other
 * projection, so a replay of the log always gives the same rows. Any change of a projection must raise `version`, and
 * then the next start builds the file from scratch.
 */
export interface Projection {
  readonly name: string;
  readonly version: number;
  /** DDL by table name, with the indexes that handlers need. */
  readonly tables: Record<string, string>;
  /** DDL of the indexes that only queries need. A build creates them last, which is faster. */
  readonly indexes?: string;
  /** SQL for new tables that are filled once and thrown away, which makes that cheaper. */
  readonly inBulk?: string;
  readonly handlers: { readonly [T in VaultEventType]?: Handler<T> };
  /**
   * Called once at the end of a transaction, for work that is cheaper when it is done for all its events. The result must
   * not depend on the number of events in a transaction.
   */
  readonly beforeCommit?: (view: View) => void;
  /** Removes for good what deleted rows leave in tables that keep it for a while, as a search index does. */
  readonly wipe?: (view: View) => void;
  /** For tables whose rows cannot be listed or compared directly: SELECTs that give their content in order. */
  readonly dumps?: Record<string, string>;
  /** SELECTs that find nothing in a sound file, about what no dump shows. `verify` asks them. */
  readonly contradictions?: readonly string[];
}
