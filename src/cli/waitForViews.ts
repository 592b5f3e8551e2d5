import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../sqlite/sqlite.js';
import { cursorsOf } from '../views/viewsFile.js';

const MOST_WAIT_MS = 5000;
const LOOK_MS = 20;

/**
 * Waits until every read model in a file has applied event `position`, which a running service does within moments.
 * False when that takes over five seconds.
 */
export async function waitForViews(views: Sql, position: number): Promise<boolean> {
  const isBehind = () => cursorsOf(views).some((one) => one.position < position);
  for (let waited = 0; isBehind() && waited < MOST_WAIT_MS; waited += LOOK_MS) await sleep(LOOK_MS);
  return !isBehind();
}
