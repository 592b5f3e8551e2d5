import type { Note } from '../../../tools/notes/readNotes.js';
import { type Asked, type Searchable, searchQueries } from '../search/searchQueries.js';

/** A search, what kind of search it is, and in which projects it looks. */
export interface RealSearch extends Asked {
  readonly kind: string;
  readonly scope: string;
}

/** Number of notes from which searches are made at least, spread over all. */
const SAMPLE = 1000;

/**
 * Searches made from real notes: `each` of every kind in every scope, fewer where the notes do not give as many. The kinds
 * take turns, each time in another scope: a slow program gets to all of them soon.
 */
export function realSearches(notes: readonly Note[], each: number): readonly RealSearch[] {
  const counts = countsOf(notes);
  const step = Math.max(1, Math.floor(notes.length / SAMPLE));
  const sample = notes.filter((_, i) => i % step === 0).map((note) => searchable(note, counts));
  return kindsInTurn(sample, each, largestOf(notes));
}

/** The same, from notes that say themselves which of their words no other note has. */
export function kindsInTurn(
  sample: readonly Searchable[],
  each: number,
  big?: string,
): readonly RealSearch[] {
  const all = searchQueries(sample, big);
  const kinds = [...new Set(all.map(({ kind }) => kind))];
  const scopes = [...new Set(all.map(({ scope }) => scope))];
  return Array.from({ length: each * scopes.length }, (_, turn) =>
    kinds.flatMap((kind, i) => {
      const scope = scopes[(i + turn) % scopes.length];
      const { asked = [] } = all.find((one) => one.kind === kind && one.scope === scope) ?? {};
      const stride = Math.max(1, Math.floor(asked.length / each));
      const one = asked[Math.floor(turn / scopes.length) * stride];
      return one === undefined || scope === undefined ? [] : [{ ...one, kind, scope }];
    }),
  ).flat();
}

function searchable({ content, project }: Note, counts: ReadonlyMap<string, number>): Searchable {
  const rare = wordsOf(content).find((word) => counts.get(word) === 1);
  const [hash] = /\b(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b/.exec(content) ?? [];
  return { content, project, word: rare, hash };
}

/** In how many notes each word is. */
function countsOf(notes: readonly Note[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { content } of notes)
    for (const word of new Set(wordsOf(content))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const wordsOf = (text: string) =>
  text.toLowerCase().match(/(?<![\p{L}\p{N}])\p{L}{6,}(?![\p{L}\p{N}])/gu) ?? [];

function largestOf(notes: readonly Note[]): string {
  const counts = new Map<string, number>();
  for (const { project } of notes) counts.set(project, (counts.get(project) ?? 0) + 1);
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ['', 0])[0];
}
