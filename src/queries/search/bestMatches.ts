import type { Sql } from '../../sqlite/sqlite.js';
import { estimateMatches } from './countMatches.js';
import { averageLength, NORMED_SCORE } from './lengthNorm.js';
import { byRank, type Match } from './match.js';
import { anyOf } from './readQuery.js';
import type { SearchScope } from './searchScope.js';
import type { Unit } from './weighTerms.js';

/** What else scores in a match. */
export interface Extras {
  /** An expression for what holds everything; undefined when nothing can. */
  readonly whole?: string | undefined;
  /** What adds its weight to matches that have it. */
  readonly units: readonly Unit[];
}

/** What is known of an expression beforehand. */
interface Known extends Extras {
  /** How many rows of the index match it, at most. */
  readonly count?: number;
}

const NONE: Extras = { units: [] };
/** Of title, content, tags, meta and scope. */
const WEIGHTS = '1.5, 1, 1.5, 1, 0';

/**
 * At most `limit` matches of an FTS5 expression in the scope, best first by BM25 and extras, ties by newest.
 * Costs as much as the parts of the expression have matches in the vault: for what is rare.
 */
export function bestMatches(
  views: Sql,
  expression: string,
  scope: SearchScope,
  limit: number,
  { count, ...extras }: Known = NONE,
): readonly Match[] {
  // BM25 counts each part of the expression: a large scope had better not be one.
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
    // Rows are in the scope already, and a large one makes no list shorter.
    within: isLarge ? (among) => `(${among})` : scope.within,
  });
}

/** The same of only the newest `window` matches of one unit, however common it is: by weights alone. */
export function bestOfNewest(
  views: Sql,
  { expression, weight }: Unit,
  scope: SearchScope,
  limit: number,
  extras: Extras & { readonly window: number },
): readonly Match[] {
  const found = anyOf([expression]);
  return scored(views, found, scope, limit, {
    ...extras,
    bm25: '0',
    weight,
    rows: `FROM (SELECT rowid FROM observations_fts
                 WHERE observations_fts MATCH :expression AND ${scope.indexConditions}
                 ORDER BY rowid DESC LIMIT ${extras.window}) AS observations_fts WHERE TRUE`,
    params: { expression: scope.within(found) },
    within: scope.within,
  });
}

interface Scoring extends Extras {
  /** SQL for the BM25 of a row, or 0. */
  readonly bm25: string;
  /** What every row scores. */
  readonly weight: number;
  /** SQL for the rows. */
  readonly rows: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** Narrows what is looked for in the rows. */
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
  const found = views.all<{ position: number; score: number; whole: number }>(
    // Materialized, or FTS5 would be asked for the rank of each row again to sort them.
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
  return found.map((match) => ({ ...match, whole: match.whole === 1 })).sort(byRank);
}
