import type { Sql } from '../../sqlite/sqlite.js';
import { estimateMatches } from './countMatches.js';
import { averageLength, NORMED_SCORE } from './lengthNorm.js';
import { byRank, type Match } from './match.js';
import { anyOf } from './readQuery.js';
import type { SearchScope } from './searchScope.js';
import type { Unit } from './weighTerms.js';

/** Further parts of a match's rank. */
export interface Extras {
  /** Expression for observations that contain all terms; undefined when none can. */
  readonly whole?: string | undefined;
  /** Units that add their weight to the matches that contain them. */
  readonly units: readonly Unit[];
}

interface CountedExtras extends Extras {
  /** Upper bound of the rows of the index that match the expression, when it is known. */
  readonly count?: number;
}

const NONE: Extras = { units: [] };
/** Weights of the columns title, content, tags, meta and scope. */
const WEIGHTS = '1.5, 1, 1.5, 1, 0';

/**
 * At most `limit` matches of an FTS5 expression in the scope, best first by BM25 and extras, newest first among
 * equals. The cost grows with the matches of each part of the expression in the vault: use it for rare parts.
 */
export function bestMatches(
  views: Sql,
  expression: string,
  scope: SearchScope,
  limit: number,
  { count, ...extras }: CountedExtras = NONE,
): readonly Match[] {
  // BM25 counts the matches of each part of the expression, so a large scope must not be such a part.
  const isLarge =
    scope.size !== undefined && scope.size > (count ?? estimateMatches(views, expression));
  const inScope = isLarge
    ? 'AND +rowid IN (SELECT rowid FROM observations_fts WHERE observations_fts MATCH :scoped)'
    : '';
  const scoped = scope.within(expression);
  return scored(views, expression, scope, limit, {
    ...extras,
    bm25: `-bm25(observations_fts, ${WEIGHTS})`,
    weight: 0,
    rows: `FROM observations_fts
           WHERE observations_fts MATCH :expression AND ${scope.indexConditions} ${inScope}`,
    params: isLarge ? { expression, scoped } : { expression: scoped },
    // The rows are already in the scope, and a large scope would not shorten the lists.
    within: isLarge ? (among) => `(${among})` : scope.within,
  });
}

/** Like `bestMatches`, for one unit however common: ranks only its newest `window` matches, by weights without BM25. */
export function bestOfNewest(
  views: Sql,
  { expression, weight }: Unit,
  scope: SearchScope,
  limit: number,
  extras: Extras & { readonly window: number },
): readonly Match[] {
  const inColumns = anyOf([expression]);
  return scored(views, inColumns, scope, limit, {
    ...extras,
    bm25: '0',
    weight,
    rows: `FROM (SELECT rowid FROM observations_fts
                 WHERE observations_fts MATCH :expression AND ${scope.indexConditions}
                 ORDER BY rowid DESC LIMIT ${extras.window}) AS observations_fts WHERE TRUE`,
    params: { expression: scope.within(inColumns) },
    within: scope.within,
  });
}

interface Scoring extends Extras {
  /** SQL for the BM25 of a row, or 0. */
  readonly bm25: string;
  /** A score that every row gets. */
  readonly weight: number;
  /** SQL (FROM and WHERE) for the rows. */
  readonly rows: string;
  readonly params: SearchScope['params'];
  /** Narrows an expression to the rows. */
  readonly within: (expression: string) => string;
  readonly window?: number;
}

function scored(
  views: Sql,
  expression: string,
  scope: SearchScope,
  limit: number,
  { bm25, weight, rows, params, within, whole, units, window }: Scoring,
): readonly Match[] {
  const newest = window === undefined ? '' : `ORDER BY rowid DESC LIMIT ${window}`;
  const among = (name: string) =>
    `(+rowid IN (SELECT rowid FROM observations_fts WHERE observations_fts MATCH :${name} ${newest}))`;
  const named = units.map((unit, i) => [`unit${i}`, `weight${i}`, unit] as const);
  const weights = named.map(([name, weight]) => ` + :${weight} * ${among(name)}`).join('');
  const matches = views.all<{ position: number; score: number; whole: number }>(
    // Without MATERIALIZED, FTS5 would compute the rank of each row a second time for the sort.
    `WITH found AS MATERIALIZED (
       SELECT rowid AS row, ${bm25} AS bm25, :weight${weights} AS weights,
              ${whole ? among('whole') : 0} AS whole ${rows}
     )
     SELECT o.position, whole, ${NORMED_SCORE} AS score FROM (
       SELECT * FROM found ORDER BY whole DESC, bm25 + weights DESC, row DESC LIMIT :limit
     ) CROSS JOIN observations AS o ON o.position = row WHERE ${scope.conditions}`,
    {
      ...scope.params,
      ...params,
      ...(whole && { whole: within(whole) }),
      ...Object.fromEntries(
        named.flatMap(([name, weight, unit]) => [
          [name, within(`${expression}) AND (${anyOf([unit.expression])}`)],
          [weight, unit.weight],
        ]),
      ),
      ...{ weight, limit, average: averageLength(views) },
    },
  );
  return matches.map((match) => ({ ...match, whole: match.whole === 1 })).sort(byRank);
}
