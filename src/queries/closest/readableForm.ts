import { editDistance } from '../../domain/editDistance.js';
import { folded } from '../../domain/folded.js';
import { type ObservationRow, tagsOf } from '../../projections/observationRow.js';
import { searchMeta } from '../../projections/search/searchMeta.js';
import type { Sql } from '../../sqlite/sqlite.js';

/** UTF-16 units of each note that are read. */
const MAX_LENGTH = 20_000;

/** What a form is looked for. */
export interface Wanted {
  readonly stem: string;
  /** Of several forms, the one nearest to this word is given. */
  readonly like: string;
  /** Gives the stem of a word, as the index makes it. */
  readonly stemOf: (word: string) => string;
}

/**
 * A word of the notes at `positions` as a person wrote it, in lower case, whose stem is `stem`: the index holds only stems,
 * and `retri` is no word. The words under which a note is found count, too: author, date, parts of identifiers.
 * Undefined when the word is not in the first 20,000 characters of any of them.
 */
export function readableForm(
  views: Sql,
  positions: readonly number[],
  { stem, like, stemOf }: Wanted,
): string | undefined {
  // Porter's algorithm changes the end of a word: of what is left, at most the last letter.
  const beginning = stem.slice(0, -1);
  const words = positions.flatMap((position) => wordsOf(views, position));
  const forms = [...new Set(words)].filter(
    (word) => isLike(word, beginning) && stemOf(word) === stem,
  );
  const far = Math.max(like.length, ...forms.map(({ length }) => length));
  const distance = (form: string) => editDistance(like, form, far) ?? far;
  return forms.sort((a, b) => distance(a) - distance(b) || (a < b ? -1 : 1))[0];
}

/** The words under which a note is found, in lower case. */
function wordsOf(views: Sql, position: number): readonly string[] {
  const query = `SELECT title, substr(content, 1, ${MAX_LENGTH}) AS content, tags, author, created_at
                 FROM observations WHERE position = ?`;
  const row = views.get<ObservationRow>(query, [position]);
  if (!row) return [];
  const tags = tagsOf(row).join('\n');
  const text = [row.title, row.content, tags, searchMeta(row, tags)].join('\n');
  return text.toLowerCase().match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];
}

/** A quick first test. */
const isLike = (word: string, beginning: string) =>
  word.startsWith(beginning) || folded(word).startsWith(beginning);
