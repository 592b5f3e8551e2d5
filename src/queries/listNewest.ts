import type { ObservationRow } from '../projections/observationRow.js';
import type { Sql } from '../sqlite/sqlite.js';
import type { ReadModels } from '../views/readModels.js';
import { NOW } from './asOf.js';
import { inSlices } from './inSlices.js';
import { observationOf } from './observationOf.js';
import { firstPage, type Page, type Placed } from './page.js';
import type { FoundPlace, Listing } from './search/findNewest.js';
import { shownFrom } from './visible.js';

/** The parts of an open vault that list its newest observations. */
interface Listable {
  readonly readModels: ReadModels;
  findNewest(listing: Listing): Promise<readonly FoundPlace[]>;
}

/** A page of observations, newest first. A page with long texts ends before `limit`. */
export async function listNewest(vault: Listable, listing: Listing): Promise<Page> {
  const { sees, limit, filters } = listing;
  const shown = { sees, as_of: filters.as_of ?? NOW };
  // One more than requested shows whether there is a next page.
  const places = await vault.findNewest({ ...listing, limit: limit + 1 });
  const positions = places.map(({ position }) => position);
  const list = inSlices<ObservationRow, Placed>({
    views: () => vault.readModels.current(...shownFrom(sees)),
    after: (open, last) => rowsAt(open, positions, last),
    toItem: (open, row) => ({
      place: { created_at: row.created_at, first: row.first },
      observation: observationOf(open, row, shown),
    }),
  });
  const { observations, next } = await firstPage(list, limit);
  // One that was forgotten meanwhile is not on the page, which may be the last one then only by its length.
  return { observations, next: next ?? (places.length > limit ? places.at(-1) : undefined) };
}

/** The rows at these positions, behind `last`, in this order. */
export function* rowsAt(
  views: Sql,
  positions: readonly number[],
  last: Pick<ObservationRow, 'position'> | undefined,
): Generator<ObservationRow> {
  for (const position of positions.slice(last ? positions.indexOf(last.position) + 1 : 0)) {
    const query = 'SELECT * FROM observations WHERE position = ?';
    const row = views.get<ObservationRow>(query, [position]);
    if (row) yield row;
  }
}
