import { z } from 'zod';
import { Observation } from '../../domain/observation.js';
import type { Visibility } from '../../domain/visibility.js';
import type { ObservationRow } from '../../projections/observationRow.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { NOW } from '../asOf.js';
import { observationOf } from '../observationOf.js';
import { searchScope } from '../search/searchScope.js';
import { rareWords, sharesOf } from './rareWords.js';
import { comparedText, LONGEST_COMPARED, wordsOf } from './wordsOf.js';

/** The least similarity of near-duplicates: every second word of both is in both. */
export const LEAST_SIMILARITY = 0.5;

/** A note that says nearly the same as another. */
export const NearDuplicate = Observation.and(
  z.object({
    similarity: z.number().meta({
      description: `Words in both, as a share of the words in either: ${LEAST_SIMILARITY} to 1.`,
    }),
  }),
).meta({ id: 'NearDuplicate' });
export type NearDuplicate = z.infer<typeof NearDuplicate>;

/** Notes that share so much of the rare words may be near-duplicates, which share two thirds of all words or more. */
const LEAST_SHARE = 0.25;
/** Of these, so many that share most are compared. */
const MOST_COMPARED = 30;

/**
 * Notes of the same project that say nearly the same as a note, the most similar first, the newest first among equals. The
 * measure is the resemblance of the sets of their words: how many are in both, by how many are in either (A. Z. Broder, “On
 * the resemblance and containment of documents”, 1997, with single words for shingles). Words are taken by their stems, from
 * title and the first 4,000 characters. Only notes that share the rarest words with it are compared.
 */
export function nearDuplicates(
  views: Sql,
  sees: Visibility,
  note: Observation,
  limit: number,
): readonly NearDuplicate[] {
  const scope = searchScope(sees, {});
  const own = wordsOf(comparedText(note));
  const shares = sharesOf(rareWords(views, own.values(), scope));
  const likely = [...shares]
    .filter(([, share]) => share >= LEAST_SHARE)
    .sort(([a, x], [b, y]) => y - x || b - a)
    .map(([position]) => position);
  const rows = views.all<Pick<ObservationRow, 'position' | 'title' | 'content'>>(
    `SELECT o.position, o.title, substr(o.content, 1, ${LONGEST_COMPARED}) AS content
     FROM json_each(:positions) AS c CROSS JOIN observations AS o ON o.position = c.value
     WHERE ${scope.conditions} AND o.id <> :id AND o.project_key IS
       (SELECT project_key FROM observations WHERE id = :id LIMIT 1)
     ORDER BY c.key LIMIT ${MOST_COMPARED}`,
    { ...scope.params, positions: JSON.stringify(likely), id: note.id },
  );
  const similar = rows
    .map((row) => ({ row, similarity: resemblance(own, wordsOf(comparedText(row))) }))
    .filter(({ similarity }) => similarity >= LEAST_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity || b.row.position - a.row.position);
  return similar.slice(0, limit).flatMap(({ row: { position }, similarity }) => {
    const row = views.get<ObservationRow>('SELECT * FROM observations WHERE position = ?', [
      position,
    ]);
    if (!row) return [];
    const rounded = Math.round(similarity * 1000) / 1000;
    return [{ ...observationOf(views, row, { sees, as_of: NOW }), similarity: rounded }];
  });
}

/** How many keys are in both, by how many are in either; 0 without any. */
export function resemblance(
  one: ReadonlyMap<string, unknown>,
  other: ReadonlyMap<string, unknown>,
): number {
  let both = 0;
  for (const key of one.keys()) if (other.has(key)) both += 1;
  return both === 0 ? 0 : both / (one.size + other.size - both);
}
