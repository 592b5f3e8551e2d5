import { findFile } from '../checkout/checkoutFile.js';
import { FileText, LARGEST_FILE, type LineRange, rangeOf } from '../checkout/fileText.js';
import { freshnessOf } from '../checkout/freshness.js';
import type { Checkout } from '../checkout/git.js';
import { keptLines } from '../checkout/keptLines.js';
import type { Anchor } from '../domain/anchor.js';
import type { Edit } from './action.js';
import type { Candidate } from './candidates.js';

/** By what a note is anchored at. `npm run lab -- moments --actions` measures what each is worth. */
const EDIT = {
  /** A line that is edited is one of the anchor, and stands as it did. */
  fresh: 1,
  /** The same, where other lines of the anchor have changed. */
  drifted: 0.8,
  /** At a symbol in the text. */
  symbol: 0.9,
  /** The whole file; lines of which nobody knows whether they have changed; or a file that cannot be read. */
  file: 0.6,
  /** Between the lines of an anchor that stand, which are most of them. */
  between: 0.65,
};

/**
 * How much a note matters to edits, from 0 to 1: by whether they change lines that it is anchored at, where these stand now. Of several
 * edits and anchors, the one that matters most counts.
 */
export async function editScore(
  edits: readonly Edit[],
  candidates: readonly Candidate[],
  checkout: Checkout | undefined,
): Promise<(note: Candidate) => number> {
  const scores = new Map<Candidate, number>();
  const raise = (note: Candidate, score: number) =>
    scores.set(note, Math.max(score, scores.get(note) ?? 0));
  for (const path of new Set(edits.map((edit) => edit.path))) {
    const anchors = candidates.flatMap((note) =>
      note.anchors.filter((anchor) => anchor.path === path).map((anchor) => ({ note, anchor })),
    );
    const places = await placesOf(
      checkout,
      path,
      anchors.map(({ anchor }) => anchor),
    );
    const file = checkout && fileAt(checkout.root, path);
    for (const edit of edits.filter((one) => one.path === path)) {
      const edited = file === undefined ? undefined : editedLines(file, edit);
      for (const { note, anchor } of anchors)
        raise(note, anchorScore(anchor, places.get(anchor), edit, edited));
    }
  }
  return (note) => scores.get(note) ?? 0;
}

/** The lines of an anchor that stand as they did, and where they are now. */
interface Place {
  readonly kept: readonly LineRange[];
  readonly score: number;
}

/** Where anchors of a file are now. Without an entry, an anchor has no lines. */
async function placesOf(
  checkout: Checkout | undefined,
  path: string,
  anchors: readonly Anchor[],
): Promise<ReadonlyMap<Anchor, Place>> {
  const states = checkout === undefined ? [] : freshnessOf(checkout.root, anchors);
  const isFresh = (i: number) => states[i]?.state === 'fresh';
  const others = anchors.filter(({ lines }, i) => lines !== undefined && !isFresh(i));
  const found =
    checkout === undefined || others.length === 0
      ? undefined
      : await keptLines(checkout.git, path, others);
  return new Map(
    anchors.flatMap((anchor, i): readonly [Anchor, Place][] => {
      const said = rangeOf(states[i]?.lines ?? anchor.lines ?? '');
      if (said === undefined) return [];
      if (isFresh(i)) return [[anchor, { kept: [said], score: EDIT.fresh }]];
      const kept = found?.get(anchor);
      const isUnknown = states[i] === undefined;
      if (kept !== undefined)
        return [[anchor, { kept, score: isUnknown ? EDIT.fresh : EDIT.drifted }]];
      // With a hash, it is known to have changed.
      return [[anchor, { kept: [said], score: anchor.hash === undefined ? EDIT.file : 0 }]];
    }),
  );
}

function anchorScore(
  { symbol }: Anchor,
  place: Place | undefined,
  { text }: Edit,
  edited: readonly LineRange[] | undefined,
): number {
  if (symbol !== undefined && text !== undefined && holdsWord(text, symbol)) return EDIT.symbol;
  if (place === undefined || edited === undefined) return EDIT.file;
  const { kept, score } = place;
  if (edited.some((lines) => kept.some((piece) => isShared(piece, lines)))) return score;
  const [first, last] = [kept[0]?.first, kept.at(-1)?.last];
  if (first === undefined || last === undefined) return 0;
  const standing = kept.reduce((sum, piece) => sum + piece.last - piece.first + 1, 0);
  const isBetween = edited.some((lines) => isShared({ first, last }, lines));
  return isBetween && standing * 2 > last - first ? EDIT.between : 0;
}

/** Whether two ranges have a line in common. */
const isShared = (a: LineRange, b: LineRange) => a.first <= b.last && b.first <= a.last;

/** Whether a text has a name in it, and not only as a part of another one. */
function holdsWord(text: string, name: string): boolean {
  const isPart = (character: string) => /[\p{L}\p{N}_$]/u.test(character);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isPart(text.charAt(at - 1)) && !isPart(text.charAt(at + name.length))) return true;
  }
  return false;
}

/** Undefined for a file that is not there, is no text, or is very large. */
function fileAt(root: string, path: string): FileText | undefined {
  const found = findFile(root, path);
  const isRead = found.kind === 'file' && found.size <= LARGEST_FILE;
  return isRead ? FileText.in(found.real) : undefined;
}

/** Places of the same text in one file that are looked at. */
const MOST_PLACES_OF_TEXT = 5;

/**
 * The lines that an edit changes, at each place where its text stands; for lines that are only added, those before and behind them.
 * Empty where the text stands nowhere.
 */
function editedLines(file: FileText, { text: given, other }: Edit): readonly LineRange[] {
  if (given === undefined && other === undefined) return [file.whole];
  const all = file.textOf();
  const text = given === undefined ? all : unixLines(given);
  const changed = changedLines(text.split('\n'), unixLines(other ?? '').split('\n'));
  return startsOf(text, all).map((start) => ({
    first: Math.max(1, start + changed.first),
    last: Math.min(file.count, start + changed.last),
  }));
}

const unixLines = (text: string) => text.replaceAll('\r\n', '\n').replace(/\n$/, '');

/** The lines of one text, from 0, that are not the same at the beginning and at the end of another. */
function changedLines(lines: readonly string[], others: readonly string[]): LineRange {
  const most = Math.min(lines.length, others.length);
  let head = 0;
  while (head < most && lines[head] === others[head]) head += 1;
  let tail = 0;
  while (tail < most - head && lines.at(-1 - tail) === others.at(-1 - tail)) tail += 1;
  const [first, last] = [head, lines.length - 1 - tail];
  return last < first ? { first: last, last: first } : { first, last };
}

/** The lines, from 1, at which a text begins in another one. */
function startsOf(sought: string, text: string): readonly number[] {
  const starts: number[] = [];
  if (sought === '') return [];
  let at = text.indexOf(sought);
  let from = 0;
  let line = 1;
  while (at >= 0 && starts.length < MOST_PLACES_OF_TEXT) {
    line += text.slice(from, at).split('\n').length - 1;
    starts.push(line);
    from = at;
    at = text.indexOf(sought, at + sought.length);
  }
  return starts;
}
