import { BIG, type MadeNote } from './noteMaker.js';

/** Searches of one kind within one scope. */
export interface Searches {
  readonly kind: string;
  readonly scope: Scope;
  readonly asked: readonly Asked[];
  /** The same as request paths. */
  readonly paths: readonly string[];
}

/** The words of a search, and the project that it is limited to. */
export interface Asked {
  readonly q: string;
  readonly project?: string;
}

/** What searches are made from. */
export type Searchable = Pick<MadeNote, 'content' | 'project'> & {
  /** A word and a commit hash in the content that hardly another note has. */
  readonly word?: string | undefined;
  readonly hash?: string | undefined;
};

const SCOPES = ['everywhere', 'in a small project', 'in the big project'] as const;
type Scope = (typeof SCOPES)[number];

const EACH = 40;
const COMMON = 20;

const pathOf = (asked: Asked) => `/api/v1/search?${new URLSearchParams({ ...asked })}`;

/** Searches made from notes: every kind in every scope, each of something that its project holds. */
export function searchQueries(notes: readonly Searchable[], big = BIG): readonly Searches[] {
  const common = commonWords(notes);
  const kinds: Readonly<Record<string, (note: Searchable) => string | undefined>> = {
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
    SCOPES.map((scope) => {
      const asked = askedOf(notes, scope, big, make);
      return { kind, scope, asked, paths: asked.map(pathOf) };
    }),
  );
}

const STOP_WORDS = ['the', 'and', 'with', 'for'];

function askedOf(
  notes: readonly Searchable[],
  scope: Scope,
  big: string,
  make: (note: Searchable) => string | undefined,
): readonly Asked[] {
  const asked = notes
    .filter(({ project }) => scope === 'everywhere' || (project === big) === (scope === SCOPES[2]))
    .flatMap((note) => {
      const q = make(note);
      if (q === undefined) return [];
      return [scope === 'everywhere' ? { q } : { q, project: note.project }];
    });
  return asked.slice(0, EACH);
}

/** Words of five letters and more that most notes have. */
function commonWords(notes: readonly Searchable[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const word of notes.flatMap((note) => [...new Set(wordsOf(note))])) {
    if (word.length >= 5) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const ranked = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return new Set(ranked.slice(0, COMMON).map(([word]) => word));
}

/** The words after the first sentence, which are not unique to the note, without the last, which may be cut off. */
function wordsOf({ content }: Searchable): readonly string[] {
  const sentences = content.slice(content.indexOf('.') + 1);
  return (sentences.match(/\p{L}{4,}/gu) ?? []).slice(0, -1);
}

const middle = (note: Searchable, count: number) => {
  const words = wordsOf(note);
  const start = Math.floor(words.length / 2);
  return words.slice(start, start + count);
};

const some = (words: readonly string[]) => (words.length === 0 ? undefined : words.join(' '));
