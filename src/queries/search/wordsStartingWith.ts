import { folded } from '../../domain/folded.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { stemStart } from './prefixes.js';
import { stemOf } from './stemOf.js';

/** More words cannot be named in a query of FTS5. */
const MOST_WORDS = 250;
/** FTS5 merges the lists of so many notes in the time that it takes to look up one more word. */
const NOTES_FOR_A_WORD = 4000;

// In the sorted vocabulary, each seek leads to the next stem: with a control character behind it, a stem is before all longer ones.
const STEMS = `
  WITH RECURSIVE stems (stem) AS (
    SELECT (SELECT term FROM observations_fts_terms WHERE term >= :start LIMIT 1)
    UNION ALL
    SELECT (SELECT term FROM observations_fts_terms WHERE term >= stem || char(1) LIMIT 1)
    FROM stems WHERE substr(stem, 1, length(:start)) = :start
    LIMIT :most + 2
  )
  SELECT stem FROM stems WHERE substr(stem, 1, length(:start)) = :start`;

/**
 * For each stem of the index that `start` is the beginning of, a word that has it. Undefined when FTS5 answers a prefix sooner, as it
 * does in a vault of few `notes`, or when no word is known for a stem. Stems of notes that the caller may not see are among
 * them: they find nothing.
 */
export function wordsStartingWith(
  views: Sql,
  start: string,
  notes: number,
): readonly string[] | undefined {
  const beginning = stemOf(folded(stemStart(start)));
  if (!/^[\p{L}\p{N}]+$/u.test(beginning)) return undefined;
  const most = Math.min(MOST_WORDS, Math.floor(notes / NOTES_FOR_A_WORD));
  const rows = views.all<{ stem: string }>(STEMS, { start: beginning, most });
  if (rows.length > most) return undefined;
  const words = rows.map(({ stem }) => wordWith(stem));
  return words.every((word) => word !== undefined) ? words : undefined;
}

/** Endings that give words of most stems. */
const ENDINGS = ['', 'e', 's', 'ed', 'ing', 'ness', 'ion', 'able'];

function wordWith(stem: string): string | undefined {
  const words = ENDINGS.map((ending) => stem + ending);
  // `happi` is the stem of `happy`.
  if (stem.endsWith('i')) words.push(`${stem.slice(0, -1)}y`);
  return words.find((word) => stemOf(word) === stem);
}
