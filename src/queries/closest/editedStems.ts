import { editDistance } from '../../domain/editDistance.js';

/** What the words that one difference makes of a word become as stems. */
export interface EditedStems {
  /** Beginnings of the word's own stem, by length, with the differences that they cost: 0 for all of it. */
  readonly ends: ReadonlyMap<number, 0 | 1>;
  /** Stems that differ from the word's own by more than one letter, though the words do not. */
  readonly others: readonly string[];
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

/**
 * Where a misspelt word leads beside its own stem. With a misspelt ending, too much is left: of `deploymnet` all, though
 * `deployment` has the stem `deploy`. And of `drivxng`, `driving` has the stem `drive`. Endings are English, so only words of
 * `a` to `z` have such stems.
 */
export function editedStems(
  word: string,
  stem: string,
  stemOf: (word: string) => string,
): EditedStems {
  const ends = new Map<number, 0 | 1>([[stem.length, 0]]);
  const others = new Set<string>();
  for (const edited of /^[a-z]+$/.test(stem) ? editsOf(word) : []) {
    const other = stemOf(edited);
    // Without an ending, the stems differ as the words do.
    if (other === edited && stem === word) continue;
    if (stem.startsWith(other)) {
      if (other !== stem) ends.set(other.length, 1);
    } else if (editDistance(stem, other, 1) === undefined) others.add(other);
  }
  return { ends, others: [...others] };
}

/** Letters before them are no part of an ending. */
const LAST_LETTERS = 10;

/** The words that one of the last letters left out, added, replaced or exchanged with the next makes of a word. */
function editsOf(word: string): readonly string[] {
  const edits: string[] = [];
  for (let at = Math.max(0, word.length - LAST_LETTERS); at <= word.length; at++) {
    const [before, one, after] = [word.slice(0, at), word.slice(at, at + 1), word.slice(at + 1)];
    for (const letter of LETTERS) edits.push(before + letter + one + after);
    if (one === '') continue;
    for (const letter of LETTERS) edits.push(before + letter + after);
    edits.push(before + after, before + after.slice(0, 1) + one + after.slice(1));
  }
  return edits;
}
