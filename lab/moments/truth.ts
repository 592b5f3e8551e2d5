import type { LineRange } from '../../src/checkout/fileText.js';

/**
 * What became of an anchored text, as a reader of the history would say.
 *
 * - `in place`, `moved`: the lines stand in the file, one behind the other, and Git traces them back to those of the anchor.
 * - `restored`: they were changed on the way, and stand again between the same lines.
 * - `changed`: a line of them was changed, removed, or taken apart from the others. The same text may stand elsewhere by chance.
 * - `renamed`, `renamed and changed`: the file has another name now.
 * - `deleted`: the file is no more.
 *
 * Only Git tells: `git blame` back to the commit of the anchor, a diff of both ends, and the renames that it detects. They do not
 * see whether unchanged text still means the same. They follow the first parents. Which of several equal lines remained is a
 * guess of the diff. Text that moved counts as changed if it went to another file, or has less than 20 letters and digits.
 */
export const TRUTHS = [
  'in place',
  'moved',
  'restored',
  'changed',
  'renamed',
  'renamed and changed',
  'deleted',
] as const;
export type Truth = (typeof TRUTHS)[number];

/** For lines of a later text, the lines of an earlier one that they are. */
export type Came = ReadonlyMap<number, number>;

/** So many letters and digits are no coincidence: Git takes them for moved text, too. */
const DISTINCT = 20;
/** Lines on either side that show where restored text stands. */
const NEAR = 3;

/** The lines of a text without their ends. */
export function linesIn(bytes: Uint8Array): readonly string[] {
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

/** The lines that `git blame --incremental` traces back to a file of a commit. */
export function blamed(blame: string, commit: string, path: string): Came {
  const came = new Map<number, number>();
  let entry: readonly number[] = [];
  for (const line of blame.split('\n')) {
    const [, id, ...numbers] = /^([0-9a-f]{40,64}) (\d+) (\d+) (\d+)$/.exec(line) ?? [];
    if (id !== undefined) entry = id === commit ? numbers.map(Number) : [];
    if (line !== `filename ${path}`) continue;
    const [from = 0, to = 0, count = 0] = entry;
    for (let i = 0; i < count; i += 1) came.set(to + i, from + i);
  }
  return came;
}

/** The lines that a diff without context leaves, of a later text with so many lines. */
export function unchanged(diff: string, count: number): Came {
  const came = new Map<number, number>();
  let [before, after] = [1, 1];
  const keepUntil = (end: number) => {
    while (after < end) came.set(after++, before++);
  };
  for (const [, from, less = '1', to, more = '1'] of diff.matchAll(
    /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm,
  )) {
    // A side without lines names the line before.
    keepUntil(Number(to) + (more === '0' ? 1 : 0));
    before = Number(from) + (less === '0' ? 1 : Number(less));
    after = Number(to) + (more === '0' ? 1 : Number(more));
  }
  keepUntil(count + 1);
  return came;
}

/** Where the lines of an anchor stand in a later text: they say the same, and most of what they say came from there. */
export function standing(
  before: readonly string[],
  after: readonly string[],
  { first, last }: LineRange,
  came: Came,
): readonly number[] {
  const anchored = before.slice(first - 1, last);
  const whole = lettersIn(anchored);
  return [...after.keys()]
    .filter((at) => anchored.every((line, i) => after[at + i] === line))
    .filter((at) => {
      const own = anchored.filter((_, i) => came.get(at + i + 1) === first + i);
      return whole === 0 ? own.length === anchored.length : lettersIn(own) * 2 >= whole;
    })
    .map((at) => at + 1);
}

/** As `standing`, for text that was away: a diff of both ends pairs it, and with the lines around it, that is no coincidence. */
export function restored(
  before: readonly string[],
  after: readonly string[],
  range: LineRange,
  came: Came,
): readonly number[] {
  return standing(before, after, range, came).filter((at) => {
    const from = Math.max(0, range.first - NEAR - 1);
    const near = before
      .slice(from, range.last + NEAR)
      .filter((_, i) => came.get(from + i + 1 + at - range.first) === from + i + 1);
    return lettersIn(near) >= DISTINCT;
  });
}

const lettersIn = (lines: readonly string[]) => lines.join('').match(/[\p{L}\p{N}]/gu)?.length ?? 0;
