import { diffArrays } from 'diff';

export type PartKind = 'same' | 'removed' | 'added';

/** A stretch of two texts that are compared. */
export interface Part {
  readonly kind: PartKind;
  readonly text: string;
}

/**
 * A comparison with more edits is given up: nobody would want to read it, and the time grows with the square of their number.
 * Those of lines, of the words of one passage, and of the words of all passages together.
 */
const MOST_EDITS = { lines: 1000, passage: 400, passages: 1500 };
/** Longer passages are not compared word by word: their words alone would hold the page for too long. In characters. */
const LONGEST = 100_000;
/** Passages with a smaller share of words in common are other sentences: they are easier to read one after the other. */
const LEAST_SHARED = 0.25;

/**
 * What became of a text, word by word: `same` and `removed` together are the text before, `same` and `added` the text
 * after. Lines are compared first, so that a word is found in the line that it was in. Undefined when the texts differ too
 * much.
 */
export function compareWords(before: string, after: string): Part[] | undefined {
  const lines = partsOf(linesOf(before), linesOf(after), MOST_EDITS.lines);
  if (!lines) return undefined;
  let left = MOST_EDITS.passages;
  const parts: Part[] = [];
  for (let i = 0; i < lines.length; i += 1) {
    const [part, next] = lines.slice(i, i + 2);
    if (part?.kind === 'removed' && next?.kind === 'added') {
      const most = Math.min(left, MOST_EDITS.passage);
      const words = wordsChanged(part.text, next.text, most);
      left -= words ? editsIn(words) : most;
      if (!words && Math.max(part.text.length, next.text.length) > LONGEST) return undefined;
      parts.push(...(words ?? [part, next]));
      i += 1;
    } else if (part) parts.push(part);
  }
  return parts;
}

/** The words that changed between two passages. Undefined when the passages have too little in common. */
function wordsChanged(before: string, after: string, most: number): Part[] | undefined {
  const longer = Math.max(before.length, after.length);
  if (longer > LONGEST) return undefined;
  const parts = partsOf(wordsOf(before), wordsOf(after), most);
  if (!parts) return undefined;
  const shared = parts
    .filter(({ kind }) => kind === 'same')
    .reduce((sum, { text }) => sum + text.trim().length, 0);
  return shared < longer * LEAST_SHARED ? undefined : joined(parts);
}

/** The words that are removed or added in a passage. */
function editsIn(parts: readonly Part[]): number {
  const changed = parts.filter(({ kind }) => kind !== 'same');
  return changed.reduce((sum, { text }) => sum + wordsOf(text).length, 0);
}

/** Compares two lists of pieces with at most `most` edits. What is removed comes before what is added. */
function partsOf(before: string[], after: string[], most: number): Part[] | undefined {
  const changes = diffArrays(before, after, { maxEditLength: most });
  return changes?.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }));
}

/** Lines with their breaks. */
function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** Words, line breaks, other white space, and each other character by itself. */
function wordsOf(text: string): string[] {
  return text.match(/\n|[^\S\n]+|[\p{L}\p{M}\p{N}_]+|./gsu) ?? [];
}

/**
 * Joins what belongs together: a blank between two changed words has changed with them, so that a phrase in other words is
 * one removed and one added stretch instead of a dozen.
 */
function joined(parts: readonly Part[]): Part[] {
  const all: Part[] = [];
  let removed = '';
  let added = '';
  const endChange = () => {
    if (removed !== '') all.push({ kind: 'removed', text: removed });
    if (added !== '') all.push({ kind: 'added', text: added });
    removed = '';
    added = '';
  };
  parts.forEach(({ kind, text }, i) => {
    const isBlank = /^[^\S\n]+$/.test(text) && i < parts.length - 1;
    if (kind === 'removed') removed += text;
    else if (kind === 'added') added += text;
    else if (removed !== '' && added !== '' && isBlank) {
      removed += text;
      added += text;
    } else {
      endChange();
      all.push({ kind, text });
    }
  });
  endChange();
  return all;
}
