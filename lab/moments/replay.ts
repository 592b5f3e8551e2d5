import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { AnchorRefused, anchorOf, type FileAnchor } from '../../src/checkout/anchorFile.js';
import { type LineRange, rangeOf, sayRange } from '../../src/checkout/fileText.js';
import { type Freshness, freshnessOf } from '../../src/checkout/freshness.js';
import { checkoutAt } from '../../src/checkout/git.js';
import { changedSince } from '../../src/checkout/since.js';
import { seededRandom } from '../../test/crash/seededRandom.js';
import { checkOut, inBorrowed, shuffled } from './borrowed.js';
import type { History, Place } from './history.js';
import { blamed, type Came, linesIn, restored, standing, type Truth, unchanged } from './truth.js';

/** So many commits later an anchor is looked at, and at HEAD. */
const LATER = [10, 100, 1000];
/** Anchors at lines of one file. */
const MOST_HUNKS = 2;

/** What is said about an anchor at a later commit, beside the truth. */
export interface Look {
  readonly anchor: FileAnchor;
  readonly later: string;
  readonly truth: Truth;
  readonly said: Freshness['state'] | 'unknown';
  /** Whether the text was said to be where it is not. */
  readonly misplaced: boolean;
  /** Whether `changedSince` names the file that a renamed one is now; undefined for others. */
  readonly followed?: boolean;
  readonly ms: number;
}

/** Anchors where fixes of a history left text, and what is said about them later. The same seed chooses the same. */
export async function replay(history: History, count: number, seed: number) {
  const random = seededRandom(seed);
  return inBorrowed(history.directory, async (root) => {
    const looks: Look[] = [];
    for (const place of placesIn(history, count, random))
      looks.push(...(await looksAt(history, place, root, random)));
    return looks;
  });
}

function placesIn(history: History, count: number, random: () => number): readonly Place[] {
  const places: Place[] = [];
  for (const at of shuffled(history.fixes(LATER[0] ?? 0), random)) {
    for (const path of shuffled(history.changedBy(at), random).slice(0, 2)) {
      const hunks = shuffled(history.hunks(at, path), random).slice(0, MOST_HUNKS);
      if (hunks.length > 0) places.push({ at, path, hunks });
    }
    if (places.length >= count) break;
  }
  return places.slice(0, count);
}

/** The lines of each hunk, one line of it, two of them, and the whole file. */
function anchorsAt({ path, hunks }: Place, root: string, random: () => number) {
  const ranges = hunks.flatMap((hunk) => {
    const more = hunk.last - hunk.first;
    const first = hunk.first + Math.floor(random() * (more + 1));
    const pair = hunk.first + Math.floor(random() * more);
    return [
      hunk,
      ...(more > 0 ? [{ first, last: first }] : []),
      ...(more > 1 ? [{ first: pair, last: pair + 1 }] : []),
    ];
  });
  const given = [path, ...ranges.map((range) => `${path}:${sayRange(range)}`)];
  try {
    return given.map((one) => anchorOf(root, one, root));
  } catch (error) {
    // No text, or too large.
    if (error instanceof AnchorRefused) return [];
    throw error;
  }
}

async function looksAt(history: History, place: Place, root: string, random: () => number) {
  const { at, path } = place;
  const bytes = history.bytes(at, path);
  if (bytes === undefined) return [];
  checkOut(root, history.commit(at), path, bytes);
  const anchors = anchorsAt(place, root, random);
  const looks: Look[] = [];
  for (const to of new Set([...LATER.map((steps) => at + steps), history.last])) {
    if (anchors.length === 0 || to > history.last) continue;
    const there = history.bytes(to, path);
    const name = there === undefined ? history.nameAt(path, at, to) : path;
    const found = there ?? (name === path ? undefined : history.bytes(to, name));
    checkOut(root, history.commit(to), name, found, path);
    const [first] = anchors;
    const isRenamed = found !== undefined && name !== path;
    const followed =
      isRenamed && first
        ? (await changedSince(checkoutAt(root, 2_000), first))?.movedTo === name
        : undefined;
    const judge = found && new Judge(history, place, to, name, linesIn(bytes), linesIn(found));
    for (const anchor of anchors) {
      const start = performance.now();
      const [said] = freshnessOf(root, [anchor]);
      const ms = performance.now() - start;
      const range = anchor.lines === undefined ? undefined : rangeOf(anchor.lines);
      const { truth, starts } = judge?.truthOf(range) ?? { truth: 'deleted', starts: [] };
      const placed = rangeOf(said?.lines ?? anchor.lines ?? '')?.first ?? 1;
      looks.push({
        ...{ anchor, truth, ms, said: said?.state ?? 'unknown', later: history.commit(to) },
        misplaced: said?.state === 'fresh' && starts.length > 0 && !starts.includes(placed),
        ...(followed !== undefined && { followed }),
      });
    }
    rmSync(join(root, name), { force: true });
  }
  return looks;
}

/** What Git says about anchors of a file at a later commit. */
class Judge {
  private came: Came | undefined;

  constructor(
    private readonly history: History,
    private readonly place: Place,
    private readonly to: number,
    private readonly name: string,
    private readonly before: readonly string[],
    private readonly after: readonly string[],
  ) {}

  truthOf(range: LineRange | undefined): { truth: Truth; starts: readonly number[] } {
    const starts = range === undefined ? this.whole() : this.standing(range);
    const isRenamed = this.name !== this.place.path;
    const stands = starts.length > 0;
    if (isRenamed) return { truth: stands ? 'renamed' : 'renamed and changed', starts: [] };
    if (stands) return { truth: starts.includes(range?.first ?? 1) ? 'in place' : 'moved', starts };
    const again = range === undefined ? [] : this.restored(range);
    return { truth: again.length > 0 ? 'restored' : 'changed', starts: again };
  }

  private whole(): readonly number[] {
    return this.before.join('\n') === this.after.join('\n') ? [1] : [];
  }

  private standing(range: LineRange): readonly number[] {
    const { at, path } = this.place;
    this.came ??= blamed(this.history.blame(at, this.to, this.name), this.history.commit(at), path);
    return standing(this.before, this.after, range, this.came);
  }

  private restored(range: LineRange): readonly number[] {
    const diff = this.history.diff(this.place.at, this.to, this.name);
    return restored(this.before, this.after, range, unchanged(diff, this.after.length));
  }
}
