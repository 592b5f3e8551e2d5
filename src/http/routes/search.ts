import { z } from 'zod';
import type { Vault } from '../../app/vault.js';
import { optional } from '../../domain/fields.js';
import { isPersonal } from '../../domain/layers.js';
import { NOTES } from '../../queries/search/constants.js';
import type { ListedState } from '../../queries/search/findNewest.js';
import { READINGS } from '../../queries/search/match.js';
import type { Search } from '../../queries/search/parse.js';
import { searchProposals } from '../../queries/search/proposals.js';
import { SearchHit } from '../../queries/search/searchHit.js';
import { shownFrom } from '../../queries/visible.js';
import { ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import {
  AsOfParam,
  asOf,
  ContentLimitParam,
  FILTER_PARAMS,
  LayersParam,
  limit,
  refuseBlank,
  SearchWords,
  SnippetParam,
  StateParam,
  whole,
  withContentLimit,
} from '../request/parameters.js';
import { get, group } from '../route.js';

const SearchQuery = z.strictObject({
  q: SearchWords,
  cloud: optional(z.enum(['0', '1'])).meta({
    description:
      '1 also searches the hive, except with `as_of`: its past is unknown, and in the project `personal`: it never leaves.',
  }),
  ...FILTER_PARAMS,
  layers: LayersParam,
  state: StateParam,
  limit: limit(100, 20),
  snippet: SnippetParam,
  content_limit: ContentLimitParam,
  explain: optional(z.enum(['0', '1'])).meta({
    description: '1 says in `explain` why each hit has its score.',
  }),
  as_of: AsOfParam,
  offset: optional(whole(0, 10_000)).meta({ description: 'Number of hits to skip.' }),
});

const Counts = z.array(z.object({ value: z.string(), count: z.int() })).meta({ id: 'FacetCounts' });

export const searchRoutes = group({ tag: 'observations' }, [
  get('/api/v1/search', 'searchObservations', {
    summary: 'Search observations',
    description:
      'Full-text search, best hits first: by the words of an observation and of those around it in its session. ' +
      'Observations with all of up to three words come first; more words are a question. A word that no observation ' +
      'holds is read as the closest ones. With `project`, hits of its layers come with it, marked with `layer`: what is ' +
      '`personal`, and what holds `everywhere`. Quotes, `AND`, `OR`, `NOT`, `NEAR(…)`, `word*`, `^word` and `title:`, ' +
      '`content:`, `tags:` are FTS5 syntax; any other text is words.',
    query: SearchQuery,
    answers: ok(
      'The hits, best first.',
      z.array(SearchHit),
      [{ ...EXAMPLES.observation, source: 'local', score: 4.2 }],
      {
        'X-Search': `How the query was read: ${READINGS.map((one) => `\`${one}\``).join(', ')}.`,
        'X-Search-Hint':
          'When no note has this `project`: up to three names like it, closest first, percent-encoded.',
        'X-Hive':
          '`unavailable` when `cloud=1` was given and the answer holds no hits of the hive.',
      },
    ),
    errors: ['invalid_query'],
    async handle({ vault, query, sees, reply }) {
      const {
        q,
        cloud,
        limit,
        offset = 0,
        snippet,
        explain,
        as_of,
        content_limit,
        state = 'accepted',
        layers,
        ...given
      } = query;
      const instant = await asOf(vault, as_of);
      const filters = { ...given, ...(layers && { layers }), ...instant };
      const flags = { snippet: snippet === '1', explain: explain === '1' };
      const search = { sees, q, filters, limit, offset, ...flags };
      refuseBlank(q);
      if (state !== 'accepted')
        return withContentLimit(await withProposals(vault, search, state), content_limit);
      const local = (one: Search) => vault.search(one);
      // The hive has no state for a moment of our log.
      const isAsked = cloud === '1' && as_of === undefined && !isPersonal(given.project);
      const { hits, reading, hive } = isAsked
        ? await vault.hive.search(local, search)
        : { ...(await local(search)), hive: false };
      reply.header('x-search', reading);
      const { project } = given;
      if (hits.length === 0 && project !== undefined) {
        const hint = hintOf(await vault.closestProjects({ project, sees }));
        if (hint !== '') reply.header('x-search-hint', hint);
      }
      if (cloud === '1' && !hive) reply.header('x-hive', 'unavailable');
      return withContentLimit(hits, content_limit);
    },
  }),
  get('/api/v1/search/facets', 'countFacets', {
    summary: 'Count all hits by facet',
    description:
      'The values of each facet, at most 20 of them, most frequent first; `month` is that of `created_at` in UTC, such as `2026-11`. ' +
      'Without `q`, all observations that fit the filters are counted, of a project without its layers. ' +
      `Of more than ${NOTES.FACETS} matches, the newest are counted: \`complete\` is false.`,
    query: z.strictObject({
      q: optional(SearchWords),
      ...FILTER_PARAMS,
      layers: LayersParam,
      as_of: AsOfParam,
    }),
    answers: ok(
      'The counts.',
      z.object({
        facets: z.object({
          type: Counts,
          project: Counts,
          author: Counts,
          tag: Counts,
          month: Counts,
        }),
        counted: z.int(),
        complete: z.boolean(),
      }),
      {
        facets: { type: [], project: [], author: [], tag: [], month: [] },
        counted: 0,
        complete: true,
      },
    ),
    errors: ['invalid_query'],
    async handle({ vault, query: { q, as_of, layers, ...given }, sees }) {
      if (q !== undefined) refuseBlank(q);
      // Without words, they are those of the list, which has no layers.
      const within = layers && q !== undefined && { layers };
      const filters = { ...given, ...within, ...(await asOf(vault, as_of)) };
      return vault.facets({ sees, q: q ?? '', filters, limit: 0, offset: 0, snippet: false });
    },
  }),
]);

/** The proposed notes that a search fits, behind the others where both are asked for. */
async function withProposals(
  vault: Vault,
  search: Search,
  state: Exclude<ListedState, 'accepted'>,
): Promise<readonly SearchHit[]> {
  const { sees, limit, offset } = search;
  const whole = { ...search, offset: 0, limit: offset + limit };
  const { hits } = state === 'all' ? await vault.search(whole) : { hits: [] };
  const shown = hits.slice(offset);
  const views = () => vault.readModels.current(...shownFrom(sees));
  const rest = {
    ...search,
    offset: Math.max(0, offset - hits.length),
    limit: limit - shown.length,
  };
  return [...shown, ...(rest.limit === 0 ? [] : await searchProposals(views, rest))];
}

/** More would not fit into the headers that clients take. A name of 200 characters fits in most languages. */
const MOST_ENCODED = 2000;

/** Names as a list in a header: percent-encoded, they hold neither commas nor letters that a header may not have. */
function hintOf(projects: readonly string[]): string {
  const encoded = projects.map(encodeURIComponent);
  return encoded.filter(({ length }) => length <= MOST_ENCODED).join(', ');
}
