import { recordPurge } from '../commands/administration.js';
import type { Executor } from '../commands/executor.js';
import type { RequestContext } from '../commands/handle.js';
import { forgetObservation } from '../commands/observations.js';
import { EVERYTHING } from '../domain/caller.js';
import type { PurgeFilters } from '../events/administration.js';
import {
  countObservations,
  type ListFilters,
  listObservations,
} from '../queries/listObservations.js';
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

/** Counts what a purge would forget, and records nothing. Throws `idempotency_mismatch` for the key of another request. */
export async function rehearsePurge(
  { executor, readModels }: PurgeParts,
  filters: PurgeFilters,
  context: RequestContext,
): Promise<{ readonly matched: number }> {
  const matched = countObservations(await readModels.current('observations'), EVERYTHING, filters);
  const rehearsal = { filters, matched, dry_run: true as const };
  await executor.execute(recordPurge, rehearsal, { ...context, dryRun: true });
  return { matched };
}

/**
 * Forgets every observation that meets all filters. A retry with the same `Idempotency-Key` finishes what a crash cut
 * short, and gives the same count. Throws `idempotency_mismatch` for the key of another request.
 */
export async function purge(
  parts: PurgeParts,
  filters: PurgeFilters,
  context: RequestContext,
): Promise<Purged> {
  const matched = countObservations(
    await parts.readModels.current('observations'),
    EVERYTHING,
    filters,
  );
  // Recorded first, so that the retry of a purge that a crash cut short finds it.
  const { state, position } = await parts.executor.execute(
    recordPurge,
    { filters, matched },
    context,
  );
  // What matched at that time: a retry must not take what was saved after the purge it repeats.
  const last = await forgetAll(parts, { ...filters, as_of: position }, context);
  return { matched: state?.data.matched ?? matched, position: Math.max(position, last) };
}

/** Forgets what matches, a few in a commit; gives the position of the last event. */
async function forgetAll(
  { executor, readModels }: PurgeParts,
  filters: ListFilters,
  { meta }: RequestContext,
): Promise<number> {
  let last = 0;
  const views = () => readModels.current('observations');
  for await (const rows of listObservations(views, EVERYTHING, filters)) {
    const forget = ({ id }: { id: string }) =>
      executor.execute(forgetObservation, { id }, { meta });
    last = Math.max(last, await fewAtATime(rows, forget));
  }
  return last;
}
