import { maySee, NO_WALL, ownOf, type Visibility, wallsSeen } from '../../domain/caller.js';
import type { FilterValues } from '../../domain/filterSchemas.js';
import { LAYER_KEYS, type Layer, layersOf } from '../../domain/layers.js';
import { type ProjectKey, projectKey } from '../../domain/names.js';
import {
  FILTER_NAMES,
  type FilterName,
  SEARCH_FILTERS,
  type SearchFilter,
} from '../../domain/searchFilters.js';
import { WHOLE_VAULT } from '../../projections/observationCounts.js';
import type { ObservationRow } from '../../projections/observationRow.js';
import { isScopeField, scopeToken, wallToken } from '../../projections/searchIndex.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { observationsTotal } from '../observationCounts.js';
import { type AsOf, CURRENT_AS_OF, NOW, visible, visibleTo } from '../visible.js';

/** What hits are narrowed to: the filters of the table, and three that are given in other ways. */
export type SearchFilters = FilterValues & {
  /** Only notes received from vaults other than this one; '' for notes received from any vault. */
  readonly exclude_origin?: string | undefined;
  /** Only pinned notes. */
  readonly pinned?: true | undefined;
  /** With `project`: also its layers, `personal` and `everywhere`. */
  readonly layers?: true | undefined;
  /** Only what stood after this event. */
  readonly as_of?: AsOf | undefined;
  /** As in `Instant`. */
  readonly at: number;
};

/** Filters and what the caller may see, as SQL and FTS5 take them. */
export interface SearchScope {
  /** The caller's filters that are given. */
  readonly given: readonly FilterName[];
  /** An FTS5 expression for what is in the scope, as far as the index has words for it; empty when it has none. */
  readonly whole: string;
  /** An FTS5 expression narrowed to the scope, so that a filtered search does not read the whole vault. */
  within(expression: string): string;
  /** The same, narrowed to the base alone. */
  inBase(expression: string): string;
  /**
   * An FTS5 expression for the base: what the caller may see of the project that is given, or of the vault. How telling a word is
   * depends on the base alone. Undefined when it is the whole vault.
   */
  readonly base: string | undefined;
  /** Of what the base is made: of a project, or of the vault where that is undefined, as far as somebody may see it. */
  readonly parts: readonly BasePart[];
  /** SQL for what is in the project that is asked for, and not in a layer; undefined where no layer comes with it. */
  readonly isInProject: string | undefined;
  /** Whether the scope is all of the base. */
  readonly isBase: boolean;
  /** What the caller may see. */
  readonly sees: Visibility;
  /** SQL for a row `o` of `observations`: holds exactly for what is in the scope. */
  readonly conditions: string;
  /** SQL for a row of the index: the conditions for which it has no words. */
  readonly indexConditions: string;
  /** What both refer to. */
  readonly params: Readonly<Record<string, string | number | null>>;
}

/** A part of a base. */
interface BasePart {
  readonly sees: Visibility;
  readonly project: ProjectKey | undefined;
}

/** SQL for a column of `observations` and the parameter that it is compared with. */
const COMPARE: Record<SearchFilter['compare'], (column: string, parameter: string) => string> = {
  equals: (column, parameter) => `o.${column} = ${parameter}`,
  includes: (column, parameter) =>
    `EXISTS (SELECT 1 FROM json_each(o.${column}) WHERE value = ${parameter})`,
  from: (column, parameter) => `o.${column} >= ${parameter}`,
  to: (column, parameter) => `o.${column} <= ${parameter}`,
};

/** SQL for what each of the caller's filters says of a row. */
// The keys are the names of the filters; Object.fromEntries forgets it.
const CONDITIONS = Object.fromEntries(
  FILTER_NAMES.map((name) => {
    const { column, compare } = SEARCH_FILTERS[name];
    return [name, COMPARE[compare](column satisfies keyof ObservationRow, `:${name}`)];
  }),
) as Record<FilterName, string>;

/** SQL for what a filter says of a row `o` of `observations`; its value is the parameter of its name. */
export const conditionOn = (name: FilterName): string => CONDITIONS[name];

// The comparison is null, and so false, for notes of this vault.
const FROM_OTHERS = "o.origin ->> '$.instance' <> :exclude_origin";

/** Reads filters once for all that a search asks of the index. */
export function searchScope(views: Sql, sees: Visibility, filters: SearchFilters): SearchScope {
  const { exclude_origin, as_of = NOW, at } = filters;
  const project = filters.project === undefined ? undefined : projectKey(filters.project);
  const layers = filters.layers && project !== undefined ? filledLayers(views, sees, project) : [];
  const given = FILTER_NAMES.flatMap((name) => {
    const value = filters[name];
    return value === undefined ? [] : [{ name, value: comparedAs(name, value) }];
  });
  const words = given.flatMap(({ name, value }) =>
    isScopeField(name)
      ? [
          {
            name,
            word: anyInScope([
              scopeToken(name, String(value)),
              ...(name === 'project' ? layers.map(({ word }) => word) : []),
            ]),
          },
        ]
      : [],
  );
  const walls = wallsOf(views, sees);
  const inBase = [
    ...words.filter(({ name }) => name === 'project').map(({ word }) => word),
    ...walls,
  ];
  const inWhole = [...words.map(({ word }) => word), ...walls];
  const narrowed = (expression: string, by: readonly string[]) =>
    [`(${expression})`, ...by].join(' AND ');
  const isBase =
    given.every(({ name }) => name === 'project') && exclude_origin === undefined && as_of === NOW;
  const fromOthers = exclude_origin === undefined ? [] : [FROM_OTHERS];
  const conditions = (of: typeof given) =>
    of.map(({ name }) =>
      name === 'project' && layers.length > 0
        ? `(${[CONDITIONS.project, ...layers.map(({ condition }) => condition)].join(' OR ')})`
        : CONDITIONS[name],
    );
  const byRows = [...conditions(given.filter(({ name }) => !isScopeField(name))), ...fromOthers];
  return {
    given: given.map(({ name }) => name),
    whole: inWhole.join(' AND '),
    within: (expression) => narrowed(expression, inWhole),
    inBase: (expression) => narrowed(expression, inBase),
    base: inBase.length > 0 ? inBase.join(' AND ') : undefined,
    parts: [{ sees, project }, ...layers.map(({ part }) => part)],
    isInProject: layers.length > 0 ? CONDITIONS.project : undefined,
    isBase,
    sees,
    conditions: [CURRENT_AS_OF, visible('o.'), ...conditions(given), ...fromOthers].join(' AND '),
    indexConditions: [
      'observations_fts.rowid <= :as_of',
      ...(byRows.length > 0
        ? [
            `EXISTS (SELECT 1 FROM observations AS o
                    WHERE o.position = observations_fts.rowid AND ${byRows.join(' AND ')})`,
          ]
        : []),
    ].join(' AND '),
    params: {
      ...visibleTo(sees),
      ...Object.fromEntries(given.map(({ name, value }) => [name, value])),
      ...(exclude_origin !== undefined && { exclude_origin }),
      as_of,
      at,
    },
  };
}

function comparedAs(name: FilterName, value: string | number): string | number {
  const { comparedAs: fold }: SearchFilter = SEARCH_FILTERS[name];
  return fold ? fold(String(value)) : value;
}

/** An FTS5 expression for what has any of these words of the column `scope`. */
export const anyInScope = (words: readonly string[]) =>
  `(${words.map((word) => `scope : "${word}"`).join(' OR ')})`;

/** What the caller may see, for FTS5: nothing of another team or person is counted, ranked or found. */
function wallsOf(views: Sql, sees: Visibility): string[] {
  const walls = wallsSeen(sees) ?? wallsAmongOthers(views, sees);
  return [
    ...(walls ? [anyInScope(walls.map(wallToken))] : []),
    ...(sees.projects ? [anyInScope(sees.projects.map((one) => scopeToken('project', one)))] : []),
  ];
}

/** The walls of a vault behind which a caller sees that sees all teams; undefined where nothing belongs to other persons. */
function wallsAmongOthers(views: Sql, sees: Visibility): readonly string[] | undefined {
  if (sees.person === undefined) return undefined;
  const all = views
    .all<{ wall: string }>(
      `SELECT wall FROM observation_counts WHERE project = '${WHOLE_VAULT}' AND dimension = 'total'`,
    )
    .map(({ wall }) => wall);
  const seen = all.filter((wall) => maySee(sees, wall));
  // Where the vault holds nothing else, an expression still needs a word.
  return seen.length === all.length ? undefined : [NO_WALL, ...seen];
}

/** A layer that has notes, as a search takes it in. */
interface SearchedLayer {
  readonly word: string;
  /** SQL for a row `o` of `observations`. */
  readonly condition: string;
  readonly part: BasePart;
}

/** The layers of a project in which the caller has notes: without any, a search is what it is in the project alone. */
function filledLayers(views: Sql, sees: Visibility, project: ProjectKey): SearchedLayer[] {
  const own = ownOf(sees);
  const { personal, everywhere } = LAYER_KEYS;
  const known: Readonly<Record<Layer, SearchedLayer | undefined>> = {
    personal: own && {
      word: wallToken(own.person),
      condition: 'o.wall = :wall_own',
      part: { sees: own, project: personal },
    },
    everywhere: {
      word: scopeToken('project', everywhere),
      condition: `o.project_key = '${everywhere}'`,
      part: { sees, project: everywhere },
    },
  };
  return layersOf(project).flatMap((layer) => {
    const one = known[layer];
    return one && observationsTotal(views, one.part.sees, one.part.project) > 0 ? [one] : [];
  });
}
