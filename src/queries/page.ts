import type { Observation } from '../domain/observation.js';
import { textSize } from '../domain/textSize.js';
import type { ObservationRow } from '../projections/observationRow.js';

/** The place of an observation among others by time: no two have the same, and a revision does not change it. */
export type Place = Pick<ObservationRow, 'created_at' | 'first'>;

/** An observation for a page, and its place in the list. */
export interface Placed {
  readonly place: Place;
  readonly observation: Observation;
}

/** A part of a list. */
export interface Page {
  readonly observations: Observation[];
  /** The place of the last observation, behind which the next page begins; undefined on the last page. */
  readonly next: Place | undefined;
}

/** UTF-16 units of text with which a page ends, since it is in memory as a whole. */
const PAGE_SIZE = 4 * 1024 * 1024;

/** The first `limit` observations of a list, or fewer with long texts. The list must go on beyond the page where there is more. */
export async function firstPage(
  list: AsyncIterable<readonly Placed[]>,
  limit: number,
): Promise<Page> {
  const page: Placed[] = [];
  let size = 0;
  for await (const slice of list) {
    for (const one of slice) {
      if (page.length === limit || size > PAGE_SIZE) return pageOf(page, page.at(-1)?.place);
      page.push(one);
      size += textSize(one.observation);
    }
  }
  return pageOf(page, undefined);
}

const pageOf = (page: readonly Placed[], next: Place | undefined): Page => ({
  observations: page.map(({ observation }) => observation),
  next,
});
