import type { Reporter } from '../diagnostics/reporter.js';
import type { Audit } from '../maintenance/audit.js';
import type { Wiper } from '../maintenance/wiper.js';
import type { Rebuilder } from '../views/rebuilder.js';
import type { ViewsCheck } from './fileChecks.js';
import type { Vitals } from './vitals.js';

/** What keeps a vault whole: it looks for what is wrong, proves what is right, rebuilds and wipes files. */
export interface Upkeep {
  readonly audit: Audit;
  readonly rebuilder: Rebuilder;
  readonly wiper: Wiper;
  /** What is wrong now, and how it is said. */
  readonly reporter: Reporter;
  readonly vitals: Vitals;
  readonly viewsCheck: ViewsCheck;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Bytes of both databases with their write-ahead logs. */
  databaseBytes(): { log: number; views: number };
  /** Marks sessions that have been idle for too long, unless another node does; gives how many. */
  abandonIdleSessions(): Promise<number>;
}
