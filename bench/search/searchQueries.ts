import { BIG, type MadeNote } from './noteMaker.js';

/** Searches of one kind within one scope, as request paths. */
export interface Searches {
  readonly kind: string;
  readonly scope: Scope;
  readonly paths: readonly string[];
}

const SCOPES = ['everywhere', 'in a small project', 'in the big project'] as const;
type Scope = (typeof SCOPES)[number];

const EACH = 40;
const COMMON = 20;

/** Searches made from notes: every kind in every scope, each of something that its project holds. */
export function searchQueries(notes: readonly MadeNote[]): readonly Searches[] {
  const common = commonWords(notes);
  const kinds: Readonly<Record<string, (note: MadeNote) => string | undefined>> = {
    'a rare word': ({ word }) => word,
    'a commit hash': ({ hash }) => hash,
    'a common word': (note) => wordsOf(note).find((word) => common.has(word)),
    'three words': (note) => some(middle(note, 3)),
    'a whole question': (note) => {
      const about = some(middle(note, 6));
      return about && `What did we decide about ${about}, and why?`;
    },
    'a "phrase"': ({ content }) => {
      const [, phrase] = / (\p{L}{4,} \p{L}{4,}) /u.exec(content) ?? [];
      return phrase && `"${phrase}"`;
    },
    'a prefix*': (note) => {
      const word = wordsOf(note).find(({ length }) => length >= 6);
      return word && `${word.slice(0, 4)}*`;
    },
    'a stop word': (note) => STOP_WORDS.find((word) => note.content.includes(` ${word} `)),
  };
  return Object.entries(kinds).flatMap(([kind, make]) =>
    SCOPES.map((scope) => ({ kind, scope, paths: pathsOf(notes, scope, make) })),
  );
}

const STOP_WORDS = ['the', 'and', 'with', 'for'];

function pathsOf(
  notes: readonly MadeNote[],
  scope: Scope,
  make: (note: MadeNote) => string | undefined,
): readonly string[] {
  const paths = notes
    .filter(({ project }) => scope === 'everywhere' || (project === BIG) === (scope === SCOPES[2]))
    .flatMap((note) => {
      const q = make(note);
      if (q === undefined) return [];
      const query = new URLSearchParams({ q });
      if (scope !== 'everywhere') query.set('project', note.project);
      return [`/api/v1/search?${query}`];
    });
  return paths.slice(0, EACH);
}

/** Words of five letters and more that most notes have. */
function commonWords(notes: readonly MadeNote[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const word of notes.flatMap((note) => [...new Set(wordsOf(note))])) {
    if (word.length >= 5) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const ranked = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return new Set(ranked.slice(0, COMMON).map(([word]) => word));
}

/** The words after the first sentence, which are not unique to the note, without the last, which may be cut off. */
function wordsOf({ content }: MadeNote): readonly string[] {
  const sentences = content.slice(content.indexOf('.') + 1);
  return (sentences.match(/\p{L}{4,}/gu) ?? []).slice(0, -1);
}

const middle = (note: MadeNote, count: number) => {
  const words = wordsOf(note);
  const start = Math.floor(words.length / 2);
  return words.slice(start, start + count);
};

const some = (words: readonly string[]) => (words.length === 0 ? undefined : words.join(' '));
