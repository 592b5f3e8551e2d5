import { z } from 'zod';
import { haveSamePlace, pathKey } from '../domain/anchor.js';
import type { Visibility } from '../domain/caller.js';
import {
  claimOf,
  contradictions,
  DIFFERENCES,
  differencesOf,
  noteClaim,
  shareWord,
} from '../domain/claim.js';
import { projectKey } from '../domain/names.js';
import { Observation } from '../domain/observation.js';
import { anchorsOf, type ObservationRow } from '../projections/observationRow.js';
import { scopeToken } from '../projections/searchIndex.js';
import type { Sql } from '../sqlite/sqlite.js';
import { rowsAt } from './listObservations.js';
import { observationOf, SINKS } from './observationOf.js';
import { nearTo } from './related.js';
import { anyInScope, type SearchScope, searchScope } from './search/searchScope.js';
import { NOW } from './visible.js';

/** Why a note may take the place of another: they say about the same, but for a number or a negation, or it is about the same place. */
const REASONS = [...DIFFERENCES, 'words', 'anchors'] as const;
type Reason = (typeof REASONS)[number];

/** A note whose place another one may take. */
export const SupersedableObservation = Observation.extend({
  reasons: z.array(z.enum(REASONS)).min(1).meta({
    description:
      'It says about the same with another `number`, with or without a `negation`, or in other `words`; or its `anchors` are the same.',
  }),
}).meta({ id: 'SupersedableObservation' });
export type SupersedableObservation = z.infer<typeof SupersedableObservation>;

/** Notes of each kind that are compared. */
const MOST_COMPARED = 20;

interface Asked {
  readonly limit: number;
  /** In seconds since 1970. */
  readonly at: number;
}

/**
 * Notes of the same project that a note may contradict or replace: first those that say about the same with another number or a
 * negation, then near-duplicates, then those about the same place in a file that have a word of the title in common; the newest
 * first among equals. Those that do not hold any more are left out.
 */
export function supersedableBy(
  views: Sql,
  sees: Visibility,
  note: Observation,
  { limit, at }: Asked,
): readonly SupersedableObservation[] {
  // What another one took the place of takes no place.
  if (note.superseded_by !== undefined) return [];
  const scope = searchScope(views, sees, { at, project: note.project });
  const { type, title, content, content_bytes = Buffer.byteLength(content) } = note;
  const near = nearTo(views, scope, note).map(({ row }) => row.position);
  const rows = [
    ...rowsOf(views, scope, note, {
      from: 'json_each(:positions) AS c CROSS JOIN observations AS o ON o.position = c.value',
      params: { positions: JSON.stringify(near) },
    }),
    ...rowsOf(views, scope, note, {
      from: 'observations AS o INDEXED BY observations_by_claim',
      where: 'o.claim = :claim AND o.claim IS NOT NULL AND',
      params: { claim: noteClaim({ type, title, bytes: content_bytes }) },
    }),
    ...aboutSameFiles(views, scope, note),
  ];
  const reasonsFor = reasonsBeside(note, near);
  const found = [...new Map(rows.map((row) => [row.position, row])).values()].flatMap((row) => {
    const reasons = reasonsFor(row);
    const [first] = reasons;
    return first === undefined ? [] : [{ row, reasons, rank: REASONS.indexOf(first) }];
  });
  const best = found
    .sort(
      (a, b) => a.rank - b.rank || b.row.created_at - a.row.created_at || b.row.first - a.row.first,
    )
    .slice(0, limit);
  const reasons = new Map(best.map((one) => [one.row.position, one.reasons]));
  return Array.from(rowsAt(views, [...reasons.keys()], undefined), (row) => ({
    ...observationOf(views, row, { sees, as_of: NOW, at }),
    reasons: [...(reasons.get(row.position) ?? [])],
  }));
}

/** What is compared of a note. */
type Compared = Pick<
  ObservationRow,
  'position' | 'created_at' | 'first' | 'type' | 'title' | 'content' | 'anchors'
>;

/** The title, and characters of the content that are looked through for numbers and negations. */
const beginningOf = ({ title, content }: Pick<Compared, 'title' | 'content'>) =>
  `${title}\n${content.slice(0, BEGINNING)}`;
const BEGINNING = 1000;

/** Says why a note may take the place of another, in the order of `REASONS`; `near` are the positions of near-duplicates. */
function reasonsBeside(note: Observation, near: readonly number[]) {
  const title = claimOf(note.title);
  const beginning = claimOf(beginningOf(note));
  const { type, anchors = [] } = note;
  return (row: Compared): readonly Reason[] => {
    const isNear = near.includes(row.position);
    const other = claimOf(row.title);
    const isSamePlace =
      row.type === type && haveSamePlace(anchors, anchorsOf(row)) && shareWord(title, other);
    return [
      ...(isNear
        ? differencesOf(beginning, claimOf(beginningOf(row)))
        : contradictions(title, other)),
      ...(isNear ? (['words'] as const) : []),
      ...(isSamePlace ? (['anchors'] as const) : []),
    ];
  };
}

/** Rows of the index that are looked through: the newest. */
const MOST_LOOKED_AT = 200;

function aboutSameFiles(views: Sql, scope: SearchScope, note: Observation): readonly Compared[] {
  const { anchors = [] } = note;
  const files = anchors.flatMap(({ path }) => (path === undefined ? [] : [pathKey(path)]));
  if (files.length === 0) return [];
  const words = files.map((file) => scopeToken('path', file));
  return rowsOf(views, scope, note, {
    from: `(SELECT rowid AS found FROM observations_fts WHERE observations_fts MATCH :files
            ORDER BY rowid DESC LIMIT ${MOST_LOOKED_AT}) CROSS JOIN observations AS o ON o.position = found`,
    params: { files: scope.within(anyInScope(words)) },
  });
}

/** Where notes are looked for, in SQL. */
interface Source {
  readonly from: string;
  readonly where?: string;
  readonly params: Readonly<Record<string, string | number | null>>;
}

/** The newest other notes of the project, of those from there that hold. Of a long text only the beginning is read. */
function rowsOf(
  views: Sql,
  scope: SearchScope,
  { id, project }: Observation,
  { from, where = '', params }: Source,
): readonly Compared[] {
  return views.all<Compared>(
    `SELECT o.position, o.created_at, o.first, o.type, o.title, substr(o.content, 1, ${BEGINNING}) AS content, o.anchors
     FROM ${from}
     WHERE ${where} o.until IS NULL AND o.project_key IS :own AND ${scope.conditions} AND o.id <> :id AND NOT ${SINKS}
     ORDER BY o.created_at DESC, o.first DESC LIMIT ${MOST_COMPARED}`,
    { ...scope.params, ...params, id, own: project === undefined ? null : projectKey(project) },
  );
}
