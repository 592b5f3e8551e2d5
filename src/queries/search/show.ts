import { layerWith } from '../../domain/layers.js';
import { textSize } from '../../domain/textSize.js';
import type { ObservationRow } from '../../projections/observationRow.js';
import { firstRows } from '../../sqlite/firstRows.js';
import type { Sql } from '../../sqlite/sqlite.js';
import {
  LINK_COLUMNS,
  type LinkRow,
  linkedObservation,
  SHOWN_COLUMNS,
  type Shown,
} from '../observationOf.js';
import { NOW, visibleTo } from '../visible.js';
import type { Reading } from './match.js';
import type { Query, Term } from './parse.js';
import type { Match, Ranked } from './rank.js';
import { round } from './score.js';
import type { Explanation, SearchHit } from './searchHit.js';
import { snippetOf } from './snippetOf.js';

/** A page of hits, and the way the query was read. */
export interface SearchPage {
  readonly hits: SearchHit[];
  readonly reading: Reading;
}

/** A match as it is sent to a thread. */
interface FoundMatch extends Pick<Match, 'position' | 'score'> {
  readonly explanation: Explanation | undefined;
}

/** The hits of a page that are not read yet. It can be sent to a thread. */
export interface FoundMatches {
  readonly matches: readonly FoundMatch[];
  /** The terms that snippets mark; undefined without snippets. */
  readonly marked: readonly Term[] | undefined;
  readonly shown: Shown;
  /** That was asked for with its layers. */
  readonly project: string | undefined;
}

/** Some of the hits of a page, and those that are left. */
export interface HitSlice {
  readonly hits: readonly SearchHit[];
  readonly left: FoundMatches;
}

/** UTF-16 units of text that are sent from a thread at a time: to take it holds the event loop. */
const SLICE = 256 * 1024;

/** Of a hit that was not compared with others: it matches, and comes after the ranked ones. */
const UNRANKED: Explanation = { words: [], factor: 1, all_words: 0 };

/** What is shown of the matches of a page. */
export function shownOf({ matches, terms }: Ranked, { search }: Query): FoundMatches {
  return {
    matches: matches.map(({ position, score, explain }) => ({
      position,
      score,
      explanation: search.explain ? (explain?.() ?? UNRANKED) : undefined,
    })),
    marked: search.snippet ? terms : undefined,
    shown: { sees: search.sees, as_of: search.filters.as_of ?? NOW, at: search.filters.at },
    project: search.filters.layers && search.filters.project,
  };
}

/** The first hits with their texts, as many as one turn may take, and what is left. */
export function readHits(views: Sql, found: FoundMatches): HitSlice {
  const { matches, marked, shown, project } = found;
  const byPosition = new Map(matches.map((match) => [match.position, match]));
  const positions = JSON.stringify([...byPosition.keys()]);
  const params = { ...visibleTo(shown.sees), as_of: shown.as_of, positions };
  const { taken, isCut } = firstRows(views.each<HitRow>(HITS, params), textSize, SLICE);
  const hits = taken.flatMap((row) => {
    const match = byPosition.get(row.position);
    const observation = linkedObservation(views, row, shown);
    const isOwn = row.wall === shown.sees.person;
    const layer = project && layerWith(project, { project: row.project, isOwn });
    return match ? [Object.assign(observation, hitOf(row, match, marked), layer && { layer })] : [];
  });
  const last = taken.at(-1)?.position;
  const count = isCut ? matches.findIndex(({ position }) => position === last) + 1 : matches.length;
  return { hits, left: { ...found, matches: matches.slice(count) } };
}

type HitRow = Pick<ObservationRow, 'position' | 'wall' | (typeof SHOWN_COLUMNS)[number]> & LinkRow;

/** One row at a time, because a text may be half a megabyte. Rows come in the order of the array: the join is taken as it stands. */
const HITS = `SELECT o.position, o.wall, ${SHOWN_COLUMNS.map((column) => `o.${column}`).join(', ')}, ${LINK_COLUMNS}
  FROM json_each(:positions) AS c CROSS JOIN observations AS o ON o.position = c.value`;

function hitOf({ content }: HitRow, match: FoundMatch, terms: readonly Term[] | undefined) {
  return {
    source: 'local' as const,
    score: round(match.score),
    ...(match.explanation && { explain: match.explanation }),
    ...(terms && { snippet: snippetOf(content, terms) }),
  };
}
