import type { Note } from '../scripts/load/readNotes.js';

/** A search, and a project that has something of it. */
export interface Query {
  readonly q: string;
  readonly project: string;
}

const QUERIES = 40;

/** Searches made from the words of notes, the same for the same notes. By kind, up to 40 each. */
export function queries(notes: readonly Note[]): Readonly<Record<string, readonly Query[]>> {
  const words = notes.map(wordsOf);
  const frequency = new Map<string, number>();
  for (const word of words.flatMap((set) => [...set])) {
    frequency.set(word, (frequency.get(word) ?? 0) + 1);
  }
  const ranked = [...frequency].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const common = new Set(ranked.slice(0, QUERIES).map(([word]) => word));
  const rare = new Set(ranked.filter(([, n]) => n <= 2).map(([word]) => word));

  /** From notes spread over the file; at most one query of a note. */
  const pick = (make: (set: ReadonlySet<string>) => readonly string[]) => {
    const every = notes.flatMap((note, i) => {
      const q = make(words[i] ?? new Set()).join(' ');
      return q === '' ? [] : [{ q, project: note.project }];
    });
    const step = Math.max(1, every.length / QUERIES);
    return Array.from({ length: Math.min(QUERIES, every.length) }, (_, i) => {
      return every[Math.floor(i * step)];
    }).filter((query) => query !== undefined);
  };
  return {
    'a rare word': pick((set) => [...set].filter((word) => rare.has(word)).slice(0, 1)),
    'a common word': pick((set) => [...set].filter((word) => common.has(word)).slice(0, 1)),
    'three words': pick((set) => (set.size < 3 ? [] : [...set].slice(0, 3))),
    'eight words': pick((set) => (set.size < 8 ? [] : [...set].slice(0, 8))),
  };
}

function wordsOf({ title, content }: Note): ReadonlySet<string> {
  return new Set(`${title} ${content}`.toLowerCase().match(/\p{L}{3,}/gu));
}
