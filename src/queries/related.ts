import { z } from 'zod';
import type { Visibility } from '../domain/caller.js';
import { Observation } from '../domain/observation.js';
import { folded, wordsIn } from '../domain/searchWords.js';
import { STOP_WORDS, stemOf } from '../domain/wordForms.js';
import type { ObservationRow } from '../projections/observationRow.js';
import { scopeToken } from '../projections/searchIndex.js';
import type { Sql } from '../sqlite/sqlite.js';
import { observationsTotal } from './observationCounts.js';
import { observationOf } from './observationOf.js';
import { newestOfBase, type Weighed } from './search/holders.js';
import { round } from './search/score.js';
import { type SearchScope, searchScope } from './search/searchScope.js';
import { NOW } from './visible.js';

/** Why a note is related to another. */
const REASONS = ['session', 'tags', 'words'] as const;
type Reason = (typeof REASONS)[number];

/** A note that has to do with another. */
export const RelatedObservation = Observation.and(
  z.object({
    reasons: z.array(z.enum(REASONS)).min(1),
    score: z.number().meta({
      description:
        'Share of the rare words of the note that it has, plus half of the share of its tags, plus a quarter for the same session.',
    }),
  }),
).meta({ id: 'RelatedObservation' });
export type RelatedObservation = z.infer<typeof RelatedObservation>;

/** What each reason adds to the score, at most. */
const WORTH = { words: 1, tags: 0.5, session: 0.25 } as const satisfies Record<Reason, number>;

/** Tags that are looked up. */
const MOST_TAGS = 8;
/** Notes that are read before and after it in its session. */
const NEIGHBOURS = 10;
/** Of those found, so many with the highest scores are read. */
const MOST_READ = 200;

/**
 * Notes of the same session, with the same tags or with some of the same rare words, the highest score first, the newest first
 * among equals. Asks the index for a bounded number of newest holders of each word and tag, so older ones may be left out.
 */
export function relatedNotes(
  views: Sql,
  sees: Visibility,
  note: Observation,
  { limit, at }: { readonly limit: number; readonly at: number },
): readonly RelatedObservation[] {
  const scope = searchScope(views, sees, { at });
  const words = rareWords(views, wordsOf(comparedText(note)).values(), scope);
  const tags = note.tags.slice(0, MOST_TAGS).map((tag) => `scope : "${scopeToken('tag', tag)}"`);
  const shares = {
    words: sharesOf(words),
    tags: sharesOf(sharedKeys(views, tags, scope)),
    session: new Map(neighboursOf(views, note, scope).map((position) => [position, 1])),
  } satisfies Record<Reason, ReadonlyMap<number, number>>;
  const scores = new Map<number, number>();
  for (const reason of REASONS) {
    for (const [position, share] of shares[reason]) {
      scores.set(position, (scores.get(position) ?? 0) + share * WORTH[reason]);
    }
  }
  const best = [...scores].sort(([a, x], [b, y]) => y - x || b - a).slice(0, MOST_READ);
  const rows = views.all<ObservationRow>(
    `SELECT o.* FROM json_each(:positions) AS c CROSS JOIN observations AS o ON o.position = c.value
     WHERE ${scope.conditions} AND o.id <> :id ORDER BY c.key LIMIT :limit`,
    {
      ...scope.params,
      positions: JSON.stringify(best.map(([position]) => position)),
      id: note.id,
      limit,
    },
  );
  return rows.map((row) => ({
    ...observationOf(views, row, { sees, as_of: NOW, at }),
    reasons: REASONS.filter((reason) => shares[reason].has(row.position)),
    score: round(scores.get(row.position) ?? 0),
  }));
}

/** The positions of the notes nearest to a note in its session. */
function neighboursOf(views: Sql, note: Observation, scope: SearchScope): readonly number[] {
  if (note.session_id === null) return [];
  const side = (than: string, order: string) => `
    SELECT * FROM (
      SELECT o.position FROM observations AS o INDEXED BY observations_by_session
      WHERE o.session_id = :session AND ${scope.conditions}
        AND o.position ${than} (SELECT max(position) FROM observations WHERE id = :id)
      ORDER BY o.position ${order} LIMIT ${NEIGHBOURS})`;
  const rows = views.all<{ position: number }>(
    `${side('<', 'DESC')} UNION ALL ${side('>', 'ASC')}`,
    { ...scope.params, session: note.session_id, id: note.id },
  );
  return rows.map(({ position }) => position);
}

/** The least similarity of near-duplicates: every second word of both is in both. */
const LEAST_SIMILARITY = 0.5;

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

/** What is compared of a note, and how similar it is. */
interface Near {
  readonly row: Pick<ObservationRow, 'position' | 'title' | 'content'>;
  readonly similarity: number;
}

/**
 * Where the notes of the same project are that say nearly the same as a note, the most similar first, the newest first among equals. The
 * measure is the resemblance of the sets of their words: how many are in both, by how many are in either (A. Z. Broder, “On
 * the resemblance and containment of documents”, 1997, with single words for shingles). Words are taken by their stems, from
 * title and the first 4,000 characters. Only notes that share the rarest words with it are compared.
 */
export function nearTo(views: Sql, scope: SearchScope, note: Observation): readonly Near[] {
  const own = wordsOf(comparedText(note));
  const shares = sharesOf(rareWords(views, own.values(), scope));
  const likely = [...shares]
    .filter(([, share]) => share >= LEAST_SHARE)
    .sort(([a, x], [b, y]) => y - x || b - a)
    .map(([position]) => position);
  const rows = views.all<Near['row']>(
    `SELECT o.position, o.title, substr(o.content, 1, ${LONGEST_COMPARED}) AS content
     FROM json_each(:positions) AS c CROSS JOIN observations AS o ON o.position = c.value
     WHERE ${scope.conditions} AND o.id <> :id AND o.project_key IS
       (SELECT project_key FROM observations WHERE id = :id LIMIT 1)
     ORDER BY c.key LIMIT ${MOST_COMPARED}`,
    { ...scope.params, positions: JSON.stringify(likely), id: note.id },
  );
  return rows
    .map((row) => ({ row, similarity: resemblance(own, wordsOf(comparedText(row))) }))
    .filter(({ similarity }) => similarity >= LEAST_SIMILARITY)
    .sort((a, b) => b.similarity - a.similarity || b.row.position - a.row.position);
}

/** The same notes as they are shown. */
export function nearDuplicates(
  views: Sql,
  sees: Visibility,
  note: Observation,
  { limit, at }: { readonly limit: number; readonly at: number },
): readonly NearDuplicate[] {
  const near = nearTo(views, searchScope(views, sees, { at }), note);
  return near.slice(0, limit).flatMap(({ row: { position }, similarity }) => {
    const query = 'SELECT * FROM observations WHERE position = ?';
    const row = views.get<ObservationRow>(query, [position]);
    if (!row) return [];
    const shown = observationOf(views, row, { sees, as_of: NOW, at });
    return [{ ...shown, similarity: round(similarity) }];
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

/** Words that are looked up: the longest ones, because common words are short (G. K. Zipf, 1935). */
const MOST_LOOKED_UP = 40;
/** Notes that are read of each. One that more notes hold tells little. */
const MOST_HOLDERS = 50;
/** Of the words, the rarest that are used. */
const MOST_USED = 12;

/** The rarest of some words, of those that another note holds as well. Takes as long for a large vault as for a small one. */
function rareWords(views: Sql, words: Iterable<string>, scope: SearchScope): readonly Weighed[] {
  const longest = [...words].sort((a, b) => b.length - a.length).slice(0, MOST_LOOKED_UP);
  const expressions = longest.map((word) => `{title content tags} : "${word}"`);
  return sharedKeys(views, expressions, scope)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MOST_USED);
}

/**
 * What the index has under some expressions, of those that more than one row has. The weight says how telling it is to share one:
 * `ln(1 + notes / holders)`, as an inverse document frequency.
 */
function sharedKeys(views: Sql, expressions: readonly string[], scope: SearchScope): Weighed[] {
  const notes = observationsTotal(views, scope.sees);
  return expressions
    .map((expression) => newestOfBase(views, expression, scope, MOST_HOLDERS))
    .filter(({ positions }) => positions.length > 1)
    .map((holders) => ({ holders, weight: Math.log(1 + notes / holders.positions.length) }));
}

/** What notes share of some keys, by position: the sum of the weights, as a share of all of it, 0 to 1. */
function sharesOf(keys: readonly Weighed[]): ReadonlyMap<number, number> {
  const all = keys.reduce((sum, { weight }) => sum + weight, 0);
  const shares = new Map<number, number>();
  for (const { holders, weight } of keys) {
    for (const position of holders.positions) {
      shares.set(position, (shares.get(position) ?? 0) + weight / all);
    }
  }
  return shares;
}

/** UTF-16 units of a content that are compared: the beginning says what a note is about. */
const LONGEST_COMPARED = 4000;

/** The words of a text by their stems, each as it is written first; without stop words. */
export function wordsOf(text: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const word of wordsIn(folded(text))) {
    if (word.length < 2 || STOP_WORDS.has(word)) continue;
    const stem = stemOf(word);
    if (!words.has(stem)) words.set(stem, word);
  }
  return words;
}

/** What is compared of a note, to find near-duplicates. */
function comparedText({ title, content }: { title: string; content: string }): string {
  return `${title}\n${content.slice(0, LONGEST_COMPARED)}`;
}
