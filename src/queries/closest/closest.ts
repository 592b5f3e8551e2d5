import type { Visibility } from '../../domain/caller.js';
import { editDistance, sharedBeginning } from '../../domain/editDistance.js';
import { type ProjectKey, projectKey } from '../../domain/names.js';
import { folded, wordsIn } from '../../domain/searchWords.js';
import { writtenStem } from '../../domain/wordForms.js';
import { type ObservationRow, tagsOf } from '../../projections/observationRow.js';
import { searchMeta } from '../../projections/searchIndex.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { observationsTotal, SHOWN_FIRST } from '../observationCounts.js';
import { newestMatches } from '../search/holders.js';
import { type SearchScope, searchScope } from '../search/searchScope.js';
import { type AsOf, visible, visibleTo } from '../visible.js';
import { editedStems, heldTerms, type NearTerm, nearTerms, type StemPattern } from './nearTerms.js';

/** A word that no note holds, and the words that may have been meant, the likeliest first. */
interface ClosestWords {
  /** As it was asked. */
  readonly word: string;
  /** At least one, in lower case and as people write them. */
  readonly closest: readonly string[];
}

/** For whom words are looked up. */
interface WordReader {
  readonly sees: Visibility;
  readonly as_of?: AsOf | undefined;
  readonly at: number;
}

/** What is corrected and what is offered for it, and how much work that may take. Decision 42 says what the numbers are worth. */
const LIMITS = {
  /** Shorter words are near too many others; longer ones are no words. */
  MIN_LETTERS: 4,
  MAX_LETTERS: 32,
  /** From this length on, two differences are allowed. */
  LONG_WORD: 8,
  /** Words, or names of projects, that are offered for one. */
  CLOSEST: 3,
  /** Letters in which a word and what is offered for it may differ, endings such as that of a plural included. */
  IN_WORDS: 3,
  /** Words of a search that are corrected. */
  WORDS: 8,
  /** Terms near a word whose notes are counted, and how far. */
  HELD: 24,
  COUNTED: 50,
  /** Terms near a word that are looked up in the notes: for one word, and for all words of a search. */
  LOOKS_OF_WORD: 100,
  LOOKS: 150,
  /** Notes in which a readable form of a word is looked for, and UTF-16 units that are read of each. */
  READ: 3,
  READ_UNITS: 20_000,
  /**
   * Seeks in the vocabulary, 10 to 20 µs each: for one word, and for all words of a search. One difference takes up to 200. Of
   * words with two, 37% are found with 300 seeks, 49% with 500, 55% with 800 and 60% with 1,600, among 100,000 notes.
   */
  SEEKS_OF_WORD: 600,
  SEEKS: 1000,
  /** Spellings of projects that are read, the first in their order: more would hold up the searches that wait for the thread. */
  NAMES: 20_000,
  /** Longer names, in UTF-16 units, are not compared letter by letter. */
  NAME_LENGTH: 40,
  /** A name of fewer letters is a part of too many others. */
  SHARED: 3,
  /**
   * How different a name is of which the other is a part, and one that begins alike: above any distance, and above any part. A name
   * has 800 characters at most, of up to two units.
   */
  PART: 10,
  BEGINNING: 10_000,
} as const;

/**
 * For each of the words that no note which the caller may see holds: up to three words that such notes hold, at edit distance
 * 1, or 2 where there is none and the word has eight letters; the nearest first, then by the number of notes. Words without any
 * are left out, as are words with digits and runs of scripts without spaces. A word that only another team's note, a
 * replaced revision or a forgotten note held is not offered. The work of one call is bounded: of many words, the first are corrected.
 */
export function closestWords(
  views: Sql,
  words: readonly string[],
  reader: WordReader,
): readonly ClosestWords[] {
  const correctable = words.filter(isCorrectable);
  if (correctable.length === 0) return [];
  const scope = searchScope(views, reader.sees, { as_of: reader.as_of, at: reader.at });
  const budget = { seeks: LIMITS.SEEKS, looks: LIMITS.LOOKS };
  return correctable
    .filter((word) => newestMatches(views, inNotes(word), scope, 1).length === 0)
    .slice(0, LIMITS.WORDS)
    .map((word) => ({ word, closest: closestTo(views, word.toLowerCase(), { scope, budget }) }))
    .filter(({ closest }) => closest.length > 0);
}

/** Letters below the surrogates, of scripts with spaces between words. */
function isCorrectable(word: string): boolean {
  return (
    word.length >= LIMITS.MIN_LETTERS &&
    word.length <= LIMITS.MAX_LETTERS &&
    /^[\p{L}\p{M}]+$/u.test(word) &&
    !/[\ud800-\uffff]/.test(word) &&
    !folded(word).includes(' ')
  );
}

interface Lookup {
  readonly scope: SearchScope;
  readonly budget: { seeks: number; looks: number };
}

function closestTo(views: Sql, word: string, lookup: Lookup): readonly string[] {
  const { budget } = lookup;
  if (budget.seeks === 0) return [];
  const mine = { seeks: Math.min(LIMITS.SEEKS_OF_WORD, budget.seeks) };
  budget.seeks -= mine.seeks;
  const stem = writtenStem(word);
  const { ends, others } = editedStems(word, stem);
  const within = (most: StemPattern['most']) => nearTerms(views, { stem, ends, most }, mine);
  // At the beginning, a word is seldom misspelt.
  const shared = (near: NearTerm) => sharedBeginning(stem, near.term);
  const offer = (near: readonly NearTerm[]) => {
    const sorted = near.toSorted((a, b) => a.distance - b.distance || shared(b) - shared(a));
    return closestOf(views, word, sorted, lookup);
  };
  const atOne = offer([...within(1), ...heldTerms(views, others, mine)]);
  const closest = atOne.length > 0 || word.length < LIMITS.LONG_WORD ? atOne : offer(within(2));
  budget.seeks += mine.seeks;
  return closest;
}

/** The terms that notes in the scope hold, by distance and number of notes, as words. */
function closestOf(
  views: Sql,
  word: string,
  near: readonly NearTerm[],
  { scope, budget }: Lookup,
): readonly string[] {
  const held: (NearTerm & { readonly notes: readonly number[] })[] = [];
  for (const one of near.slice(0, Math.min(LIMITS.LOOKS_OF_WORD, budget.looks))) {
    if (held.length === LIMITS.HELD) break;
    budget.looks -= 1;
    const asked = wordWithStem(one.term);
    const notes = asked ? newestMatches(views, inNotes(asked), scope, LIMITS.COUNTED) : [];
    if (notes.length > 0) held.push({ ...one, notes });
  }
  return held
    .sort((a, b) => a.distance - b.distance || b.notes.length - a.notes.length)
    .slice(0, LIMITS.CLOSEST)
    .flatMap(({ term, notes }) => {
      const form = readableForm(views, notes.slice(0, LIMITS.READ), term, word);
      // Stems may be near where words are not: `nothing` has the stem `noth`.
      return form && editDistance(word, form, LIMITS.IN_WORDS) !== undefined ? [form] : [];
    });
}

/** Where the index keeps words; what it keeps of the places of a note is none of them. */
const inNotes = (word: string) =>
  `{title content tags meta} : "${wordsIn(folded(word)).join(' ')}"`;

/** FTS5 stems what it is asked, even a stem: `databas` becomes `databa`. So it is asked for a word that has this stem. */
function wordWithStem(stem: string): string | undefined {
  const words = [stem, `${stem}e`, `${stem.slice(0, -1)}y`, `${stem}ness`, `${stem}s`, `${stem}ed`];
  return words.find((word) => writtenStem(word) === stem);
}

/**
 * A word of the notes at `positions` as a person wrote it, in lower case, whose stem is `stem`, and of several the one nearest to
 * `like`: the index holds only stems, and `retri` is no word. The words under which a note is found count, too: author, date,
 * parts of identifiers. Undefined when the word is not in the first 20,000 characters of any of them.
 */
function readableForm(
  views: Sql,
  positions: readonly number[],
  stem: string,
  like: string,
): string | undefined {
  // Porter's algorithm changes the end of a word: of what is left, at most the last letter.
  const beginning = stem.slice(0, -1);
  const words = positions.flatMap((position) => wordsOf(views, position));
  const forms = [...new Set(words)].filter(
    (word) => isLike(word, beginning) && writtenStem(word) === stem,
  );
  const far = Math.max(like.length, ...forms.map(({ length }) => length));
  const distance = (form: string) => editDistance(like, form, far) ?? far;
  return forms.sort((a, b) => distance(a) - distance(b) || (a < b ? -1 : 1))[0];
}

/** The words under which a note is found, in lower case. */
function wordsOf(views: Sql, position: number): readonly string[] {
  const query = `SELECT title, substr(content, 1, ${LIMITS.READ_UNITS}) AS content, tags, anchors, author, created_at
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

/** A project that a caller who may see this asked for. */
export interface AskedProject {
  readonly project: string;
  readonly sees: Visibility;
}

/** SQL for projects with notes that a caller may see, in the order of their keys, the name that is shown first. */
const NAMES = `
  SELECT project_key, project FROM (
    SELECT project_key, project, sum(count) AS notes FROM (
      SELECT project AS project_key, key AS project, wall, count FROM observation_counts
      WHERE dimension = 'project' ORDER BY 1, 2 LIMIT ${LIMITS.NAMES})
    WHERE ${visible()} GROUP BY project_key, project)
  ORDER BY project_key, ${SHOWN_FIRST}`;

/**
 * For a project of which the caller sees no note: the names of at most three that have some, the closest first. Closest are
 * names with one or two letters more, less, other or exchanged, then those that contain the asked name or are part of it,
 * then those that begin alike. Case makes no difference. Empty for a project that is known.
 */
export function closestProjects(views: Sql, { project, sees }: AskedProject): readonly string[] {
  const asked = projectKey(project);
  if (observationsTotal(views, sees, asked) > 0) return [];
  const near = new Map<ProjectKey, { project: string; difference: number }>();
  for (const name of views.all<Name>(NAMES, visibleTo(sees))) {
    if (near.has(name.project_key)) continue;
    const difference = differenceOf(asked, name.project_key);
    if (difference !== undefined) near.set(name.project_key, { project: name.project, difference });
  }
  // A sort keeps the order of equals.
  return [...near.values()]
    .sort((a, b) => a.difference - b.difference)
    .slice(0, LIMITS.CLOSEST)
    .map(({ project: name }) => name);
}

interface Name {
  readonly project_key: ProjectKey;
  readonly project: string;
}

/** How different two names are; undefined when they have too little in common. */
function differenceOf(asked: ProjectKey, name: ProjectKey): number | undefined {
  const most = Math.min(asked.length, name.length) < 5 ? 1 : 2;
  const isShort = Math.max(asked.length, name.length) <= LIMITS.NAME_LENGTH;
  const distance = isShort ? editDistance(asked, name, most) : undefined;
  if (distance !== undefined) return distance;
  const longer = Math.abs(asked.length - name.length);
  const [short, long] = asked.length < name.length ? [asked, name] : [name, asked];
  if (short.length >= LIMITS.SHARED && long.includes(short)) return LIMITS.PART + longer;
  const shared = sharedBeginning(asked, name);
  return shared > LIMITS.SHARED && shared * 2 >= asked.length
    ? LIMITS.BEGINNING - shared
    : undefined;
}
