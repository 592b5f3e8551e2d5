import type { App } from '../../src/app/app.js';
import { allProjections } from '../../src/projections/allProjections.js';
import { digestViews } from '../../src/views/verifyViews.js';

/** Everything that a request can change: the head of the log, its counters, and all rows of the read models. */
export async function stateOf(app: App): Promise<unknown> {
  const { position } = await app.log.head();
  const totals = await app.log.totals();
  return { position, totals, views: digestViews(await app.readModels.latest(), allProjections) };
}
