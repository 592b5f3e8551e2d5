import { recordPurge } from '../commands/administration.js';
import type { Executor } from '../commands/executor.js';
import type { RequestContext } from '../commands/handle.js';
import { forgetObservation } from '../commands/observations.js';
import { EVERYTHING, type Visibility } from '../domain/caller.js';
import { toSeconds } from '../domain/time.js';
import type { PurgeFilters } from '../events/administration.js';
import { countObservations, listObservations } from '../queries/listObservations.js';
import type { ReadModels } from '../views/readModels.js';
import { fewAtATime } from './fewAtATime.js';

/** The parts of an open vault that a purge needs. */
interface PurgeParts {
  readonly executor: Executor;
  readonly readModels: ReadModels;
}

/** How many observations matched, and the last event of the purge in the log. */
interface Purged {
  readonly matched: number;
  readonly position: number;
}

/** Who purges gets to nothing personal of others. */
const purgedBy = ({ sees = EVERYTHING }: RequestContext): Visibility => sees;

/** Counts what a purge would forget, and records nothing. Throws `idempotency_mismatch` for the key of another request. */
export async function rehearsePurge(
  { executor, readModels }: PurgeParts,
  filters: PurgeFilters,
  context: RequestContext,
): Promise<{ readonly matched: number }> {
  const matched = countObservations(
    await readModels.current('observations'),
    purgedBy(context),
    filters,
  );
  const rehearsal = { filters, matched, dry_run: true as const };
  await executor.execute(recordPurge, rehearsal, { ...context, dryRun: true });
  return { matched };
}

/**
 * Forgets every observation that meets all filters. A retry with the same `Idempotency-Key` finishes what a crash cut
 * short, and gives the same count. Throws `idempotency_mismatch` for the key of another request.
 */
export async function purge(
  { executor, readModels }: PurgeParts,
  filters: PurgeFilters,
  context: RequestContext,
): Promise<Purged> {
  const views = () => readModels.current('observations');
  const matched = countObservations(await views(), purgedBy(context), filters);
  // Recorded first, so that the retry of a purge that a crash cut short finds it.
  const { state, position } = await executor.execute(recordPurge, { filters, matched }, context);
  const { meta } = context;
  const forget = ({ id }: { id: string }) => executor.execute(forgetObservation, { id }, { meta });
  let last = position;
  // What matched at that time: a retry must not take what was saved after the purge it repeats.
  const then = { ...filters, as_of: position, at: toSeconds(executor.now()) };
  for await (const rows of listObservations(views, purgedBy(context), then)) {
    last = Math.max(last, await fewAtATime(rows, forget));
  }
  return { matched: state?.data.matched ?? matched, position: last };
}
