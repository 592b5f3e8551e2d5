import type { Visibility } from '../../domain/caller.js';
import { layerWith } from '../../domain/layers.js';
import { folded, wordsIn } from '../../domain/searchWords.js';
import { type ProposalRow, tagsOf } from '../../projections/observationRow.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { inSlices } from '../inSlices.js';
import { observationOf } from '../observationOf.js';
import { NOW } from '../visible.js';
import type { SearchHit } from './searchHit.js';
import { type SearchFilters, searchScope } from './searchScope.js';

/** Words of a search that are looked for; each takes a walk through a text. */
const MOST_WORDS = 20;

interface ProposalSearch {
  readonly sees: Visibility;
  readonly q: string;
  readonly filters: SearchFilters;
  /** Hits to skip. */
  readonly offset: number;
  readonly limit: number;
}

/**
 * The proposed notes in which some word begins with each word of a search, newest first. They are in no index: all are read, a slice
 * at a time, since few wait and nobody waits for them.
 */
export async function searchProposals(
  views: () => Promise<Sql>,
  { sees, q, filters, offset, limit }: ProposalSearch,
): Promise<SearchHit[]> {
  const { conditions, params } = searchScope(await views(), sees, filters);
  const words = wordsIn(folded(q)).slice(0, MOST_WORDS);
  const shown = { sees, as_of: filters.as_of ?? NOW, at: filters.at };
  const hits: SearchHit[] = [];
  let left = offset;
  const found = inSlices<ProposalRow, SearchHit | undefined>({
    views,
    after: (open, last) =>
      open.each<ProposalRow>(
        `SELECT o.* FROM proposals AS o INDEXED BY proposals_by_time
         WHERE (o.created_at, o.first) < (:created_at, :first) AND ${conditions}
         ORDER BY o.created_at DESC, o.first DESC`,
        {
          ...params,
          created_at: last?.created_at ?? Number.MAX_SAFE_INTEGER,
          first: last?.first ?? 0,
        },
      ),
    toItem(open, row) {
      if (!holdsAll(row, words)) return undefined;
      const isOwn = row.wall === sees.person;
      const { project } = row;
      const layer =
        filters.layers && filters.project && layerWith(filters.project, { project, isOwn });
      const note = observationOf(open, row, shown);
      return { ...note, source: 'local', score: 0, ...(layer && { layer }) };
    },
  });
  for await (const slice of found) {
    for (const hit of slice) {
      if (hit === undefined) continue;
      if (left > 0) left -= 1;
      else hits.push(hit);
      if (hits.length === limit) return hits;
    }
  }
  return hits;
}

/** Whether a text of a note has words that begin with each of these. */
function holdsAll(row: ProposalRow, words: readonly string[]): boolean {
  const text = wordsIn(folded([row.title, row.content, ...tagsOf(row)].join('\n'))).join(' ');
  return words.every((word) => ` ${text}`.includes(` ${word}`));
}
