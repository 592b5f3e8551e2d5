import { setTimeout as sleep } from 'node:timers/promises';
import { momentOf, type PayloadsThread } from '../log/verify/payloadsOnThread.js';
import type { Sql } from '../sqlite/sqlite.js';
import { cursorsOf } from '../views/viewsFile.js';

const TRIES = 50;

/**
 * Begins to read the log and the read models at a moment at which these have seen all of it, or soon one before it.
 * Gives whether the thread beside, if there is one, has begun to read the log at the very same moment.
 */
export async function readTogether(
  log: Sql,
  views: Sql | undefined,
  beside: PayloadsThread | undefined,
): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    views?.db.exec('BEGIN');
    log.db.exec('BEGIN');
    // Asked for in any case: only a read pins the moment, and the read models are not to be of a later one.
    const seen = views && seenBy(views);
    const moment = momentOf(log);
    const besides = await beside?.begin();
    const inStep = besides?.position === moment?.position && besides?.hash === moment?.hash;
    // What is damaged the verification tells better, and a thread that is gone does not come back.
    const together = seen === undefined || !moment || seen === moment.position;
    if ((together && (inStep || !moment || !besides)) || tries === TRIES) {
      return inStep && besides !== undefined;
    }
    views?.db.exec('ROLLBACK');
    log.db.exec('ROLLBACK');
    await sleep(20);
  }
}

/** The position that all read models have seen; undefined where they cannot say. */
function seenBy(views: Sql): number | undefined {
  try {
    return Math.min(...cursorsOf(views).map(({ position }) => position));
  } catch {
    return undefined;
  }
}
