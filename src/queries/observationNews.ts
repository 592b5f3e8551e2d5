import { z } from 'zod';
import type { Observation } from '../domain/observation.js';
import type { Visibility } from '../domain/visibility.js';
import type { LogEntry } from '../log/eventLog.js';
import type { ObservationRow } from '../projections/observationRow.js';
import type { ReadModels } from '../views/readModels.js';
import { NOW } from './asOf.js';
import { observationOf } from './observationOf.js';
import { type SearchFilters, searchScope } from './search/searchScope.js';
import { mayHearOf } from './streamVisibility.js';
import { shownFrom } from './visible.js';

/** What is told of a note that was saved, revised or forgotten. */
export type News = Observation | { readonly id: string; readonly forgotten: true };

const Forgotten = z.object({ id: z.string(), wall_key: z.string().optional() });

/**
 * What a caller is told of an event of a note: the note in the revision that the event wrote, while that is its newest one
 * and passes the filters; of a forgotten one the id, whatever the filters, since nothing else is known of it. Undefined when
 * it is told nothing.
 */
export function observationNews(
  readModels: Pick<ReadModels, 'current'>,
  sees: Visibility,
  filters: SearchFilters,
) {
  const { conditions, params } = searchScope(sees, filters);
  const query = `SELECT o.* FROM observations AS o WHERE o.position = :position AND ${conditions}`;
  return async ({ type, position, data }: LogEntry): Promise<News | undefined> => {
    if (type === 'observation.forgotten') {
      const { id, wall_key } = Forgotten.parse(data);
      return mayHearOf(sees, wall_key) ? { id, forgotten: true } : undefined;
    }
    const views = await readModels.current(...shownFrom(sees));
    const row = views.get<ObservationRow>(query, { ...params, position });
    return row && observationOf(views, row, { sees, as_of: NOW });
  };
}
