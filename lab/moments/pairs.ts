import { type LineRange, rangeOf } from '../../src/checkout/fileText.js';
import { freshnessOf } from '../../src/checkout/freshness.js';
import { table } from '../../tools/table.js';
import type { Case } from './action.js';
import type { FixNote } from './fixNotes.js';
import { rangeOfText } from './giveNotes.js';
import type { Hunk, Lineage } from './lineage.js';

const DAY = 24 * 60 * 60 * 1000;

/** A note that is about the file of an edit, and what one can know of both beforehand. */
export interface Pair {
  readonly matters: boolean;
  /** The state of its anchor that is nearest. */
  readonly state: string;
  /** Lines between the edit and the nearest anchor, where `freshnessOf` says it is, else where it was. */
  readonly distance: number;
  /** The same, with the anchor carried on by a diff from its commit to the checkout. */
  readonly carried: number;
  /** As `carried`, to the lines that the edit changes and not only names. */
  readonly exact: number;
  /** Whether a line that the edit changes is one of an anchor, and was not changed since the anchor was made. */
  readonly kept: boolean;
  /** Days between the note and the last commit before the edit. */
  readonly age: number;
  /** Notes that are about the file. */
  readonly crowd: number;
  /** Lines of the nearest anchor. */
  readonly size: number;
}

/** The notes of the file of an edit. The file is checked out. */
export function pairsOf(
  { action: { file = '', before }, checkout, matters }: Case,
  notes: readonly FixNote[],
  root: string,
  lineage: Lineage,
  now: number,
): readonly Pair[] {
  const edited = rangeOfText(`${root}/${file}`, before);
  if (edited === undefined || checkout === undefined) return [];
  const about = notes.filter(({ anchors }) => anchors.some(({ path }) => path === file));
  return about.map((note) => {
    const anchors = note.anchors.filter(({ path }) => path === file);
    const states = freshnessOf(root, anchors);
    const since = lineage.between(note.commit.id, checkout.commit, file);
    const kept = anchors.some(({ lines = '' }) =>
      keptLines(rangeOf(lines), since).some(
        (line) => line >= checkout.changed.first && line <= checkout.changed.last,
      ),
    );
    const near = anchors.map(({ lines = '' }, i) => {
      const old = rangeOf(lines) ?? { first: 1, last: 1 };
      const said = rangeOf(states[i]?.lines ?? lines) ?? old;
      const moved = states[i]?.lines === undefined ? 'fresh' : 'moved';
      const state = states[i]?.state ?? 'unknown';
      return {
        state: state === 'fresh' ? moved : state,
        distance: gap(edited, said),
        carried: gap(edited, carriedOn(old, since)),
        exact: gap(checkout.changed, carriedOn(old, since)),
        size: old.last - old.first + 1,
      };
    });
    const [nearest] = near.toSorted((a, b) => a.carried - b.carried);
    return {
      state: nearest?.state ?? 'unknown',
      distance: Math.min(...near.map(({ distance }) => distance)),
      carried: nearest?.carried ?? 0,
      size: nearest?.size ?? 0,
      exact: Math.min(...near.map(({ exact }) => exact)),
      kept,
      matters: matters.has(note.id),
      age: (now - note.commit.at) / DAY,
      crowd: about.length,
    };
  });
}

const gap = (one: LineRange, other: LineRange) =>
  Math.max(0, one.first - other.last, other.first - one.last);

/** Where lines of an earlier text are in a later one. Lines that were replaced are where what replaced them is. */
export function carriedOn({ first, last }: LineRange, hunks: readonly Hunk[]): LineRange {
  const carry = (line: number, end: 'first' | 'last'): number => {
    let shift = 0;
    for (const { before, after } of hunks) {
      const from = before.count === 0 ? before.first + 1 : before.first;
      if (line < from) break;
      if (line < from + before.count) {
        const start = after.count === 0 ? after.first + 1 : after.first;
        return end === 'first' ? start : Math.max(start, start + after.count - 1);
      }
      shift += after.count - before.count;
    }
    return line + shift;
  };
  const from = carry(first, 'first');
  return { first: from, last: Math.max(from, carry(last, 'last')) };
}

/** Where the lines of a range are in a later text, as far as they were not changed. */
function keptLines(range: LineRange | undefined, hunks: readonly Hunk[]): readonly number[] {
  if (range === undefined) return [];
  const lines = Array.from({ length: range.last - range.first + 1 }, (_, i) => range.first + i);
  return lines
    .filter((line) =>
      hunks.every(({ before: { first, count } }) => line < first || line >= first + count),
    )
    .map((line) => carriedOn({ first: line, last: line }, hunks).first);
}

const DISTANCES = ['0', '1–3', '4–10', '11–30', '31–100', '>100'] as const;
const LIMITS = [0, 3, 10, 30, 100, Number.POSITIVE_INFINITY];
const bucket = (distance: number) =>
  DISTANCES[LIMITS.findIndex((limit) => distance <= limit)] ?? '>100';
const AGES = ['<30 days', '<180 days', '<1 year', '<3 years', 'older'];
const ageOf = (age: number) =>
  AGES[[30, 180, 365, 1095, Number.POSITIVE_INFINITY].findIndex((limit) => age < limit)] ?? 'older';
const countOf = (count: number) => (count <= 3 ? `${count}` : count <= 10 ? '4–10' : '>10');

/** How often a note of the file of an edit matters, by what one can know beforehand. */
export function pairSummary(pairs: readonly Pair[]): string {
  const ways: Readonly<Record<string, (pair: Pair) => string>> = {
    'lines between, as freshness says': ({ distance }) => bucket(distance),
    'lines between, carried by a diff': ({ carried }) => bucket(carried),
    'carried, to the lines that change': ({ exact }) => bucket(exact),
    'a kept line of the anchor changes': ({ kept }) => (kept ? 'yes' : 'no'),
    'the same, and the state': ({ kept, state }) => `${kept ? 'yes' : 'no'} ${state}`,
    'a kept line changes, and the notes of the file': ({ kept, crowd }) =>
      `${kept ? 'yes' : 'no'} ${countOf(crowd)}`,
    'a kept line changes, and the age': ({ kept, age }) => `${kept ? 'yes' : 'no'} ${ageOf(age)}`,
    'carried, and the state': ({ carried, state }) => `${bucket(carried)} ${state}`,
    'state of the nearest anchor': ({ state }) => state,
    'age of the note': ({ age }) => ageOf(age),
    'notes of the file': ({ crowd }) => countOf(crowd),
    'lines of the anchor, at 0 lines between': ({ carried, size }) =>
      carried === 0 ? countOf(size) : 'not at 0',
    'age, at 0 lines between': ({ carried, age }) => (carried === 0 ? ageOf(age) : 'not at 0'),
    'notes of the file, at 0 lines between': ({ carried, crowd }) =>
      carried === 0 ? countOf(crowd) : 'not at 0',
  };
  return Object.entries(ways)
    .map(([name, way]) => {
      const groups = new Map<string, readonly Pair[]>();
      for (const pair of pairs) groups.set(way(pair), [...(groups.get(way(pair)) ?? []), pair]);
      const rows = [...groups]
        .toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
        .map(([group, of]) => {
          const right = of.filter(({ matters }) => matters).length;
          return [group, `${of.length}`, `${right}`, `${((right / of.length) * 100).toFixed(0)} %`];
        });
      return table([name, 'notes', 'matter', 'share'], rows);
    })
    .join('\n\n');
}
