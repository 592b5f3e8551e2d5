import { setTimeout as sleep } from 'node:timers/promises';
import { headOf } from '../log/sqlite/headOf.js';
import type { Sql } from '../sqlite/sqlite.js';
import { cursorsOf } from '../views/viewsFile.js';

const TRIES = 50;

/** Begins to read the log and the read models at a moment at which these have seen all of it, or soon one before it. */
export async function readTogether(log: Sql, views: Sql | undefined): Promise<void> {
  for (let tries = 1; ; tries++) {
    views?.db.exec('BEGIN');
    log.db.exec('BEGIN');
    // Read in any case: only a read pins the moment, and the read models must not be of a later one.
    const seen = views && orUndefined(() => seenBy(views));
    const head = orUndefined(() => headOf(log).position);
    // The verification reports damage with more detail.
    const unknown = seen === undefined || head === undefined;
    if (unknown || seen === head || tries === TRIES) return;
    views?.db.exec('ROLLBACK');
    log.db.exec('ROLLBACK');
    await sleep(20);
  }
}

/** The position that all read models have seen. */
function seenBy(views: Sql): number {
  return Math.min(...cursorsOf(views).map(({ position }) => position));
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
