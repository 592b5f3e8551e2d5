import { type Change, diffLines, diffWordsWithSpace } from 'diff';
import { counted, shown } from './format.js';
import type { Output } from './output.js';

/** Changes that are looked for between two texts. With more, their comparison takes too long and says nothing. */
const MOST_LINES = 5000;
const MOST_WORDS = 1000;

/** Lines that are the same are shown so many before and after a change. */
const AROUND = 2;

/**
 * What changed between two texts: words that went and came, in colours or as `[-…-]{+…+}`, with the lines around them. Safe to
 * show. The time that it takes is bounded, whatever the texts are.
 */
export function changedWords(
  before: string,
  after: string,
  output: Pick<Output, 'colours'>,
): string {
  const lines = diffLines(before, after, { maxEditLength: MOST_LINES }) ?? replaced(before, after);
  const parts: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const [change, next] = lines.slice(at, at + 2);
    if (!change) break;
    const isPair = change.removed && next?.added;
    if (isPair) at++;
    const words = isPair ? wordsOf(change.value, next.value) : [change];
    const isSame = !change.removed && !change.added;
    const place = { isFirst: at === 0, isLast: at === lines.length - 1 };
    parts.push(isSame ? linesAround(change.value, place, output) : marked(words, output));
  }
  return parts.join('').trimEnd();
}

function wordsOf(before: string, after: string): readonly Change[] {
  return (
    diffWordsWithSpace(before, after, { maxEditLength: MOST_WORDS }) ?? replaced(before, after)
  );
}

const replaced = (before: string, after: string): Change[] => [
  { value: before, removed: true, added: false, count: 1 },
  { value: after, removed: false, added: true, count: 1 },
];

function marked(changes: readonly Change[], { colours }: Pick<Output, 'colours'>): string {
  const mark = ({ value, removed, added }: Change) => {
    // The end of a line stays outside, so that no colour runs on.
    const text = shown(value.replace(/\n$/, ''));
    const end = value.endsWith('\n') ? '\n' : '';
    if (removed) return `${colours.isColorSupported ? colours.red(text) : `[-${text}-]`}${end}`;
    if (added) return `${colours.isColorSupported ? colours.green(text) : `{+${text}+}`}${end}`;
    return `${text}${end}`;
  };
  return changes.map(mark).join('');
}

/** The lines of a text next to a change, and how many are left out. */
function linesAround(
  same: string,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
  { colours }: Pick<Output, 'colours'>,
): string {
  const lines = shown(same).split('\n');
  if (same.endsWith('\n')) lines.pop();
  const head = isFirst ? [] : lines.slice(0, AROUND);
  const tail = isLast ? [] : lines.slice(Math.max(head.length, lines.length - AROUND));
  const left = lines.length - head.length - tail.length;
  const gap = colours.dim(`… ${counted(left, 'line')} as before`);
  const kept = left === 0 ? [...head, ...tail] : [...head, gap, ...tail];
  return kept.map((line) => `${line}\n`).join('');
}
