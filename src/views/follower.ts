import type { Sql } from '../sqlite/sqlite.js';
import type { Progress } from './applyEvents.js';

/** Keeps the file of read models up with the log: on the caller's thread (`projector`), or on one of its own. */
export interface Follower {
  /** The file as it is, for reading. Not to be kept: a swap puts another in its place. */
  readonly views: Sql;
  progress(): readonly Progress[];
  /** How far along the log the file is, stopped projections aside. */
  position(): number;
  /** Reads on to the end of the log as of the call. Never rejects: an error is reported, and the work is tried again later. */
  follow(): Promise<void>;
  /** As `ReadModels.wipe`. */
  wipe(mayRewrite: boolean): boolean | Promise<boolean>;
  /** Goes on with another file. Call nothing else meanwhile. When it rejects, the old file stays in use. */
  replace(swap: Swap): Promise<void>;
  close(): void | Promise<void>;
}

/** Puts another file in the place of that of the read models. */
export interface Swap {
  /** Brings the other file up to the log, while nothing is applied to the old one; gives how far it is. */
  ready(): Promise<readonly Progress[]>;
  /** Exchanges them in one turn; `close` closes the old one, and throws while a row of it is being read. */
  exchange(close: () => void): void;
}
