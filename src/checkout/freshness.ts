import type { Anchor } from '../domain/anchor.js';
import { type Found, findFile } from './checkoutFile.js';
import { FileText, LARGEST_FILE, type LineRange, rangeOf, sayRange } from './fileText.js';

/** From the best to the worst. */
const STATES = ['fresh', 'drifted', 'gone'] as const;

/** `drifted` where the anchored text has changed, and `gone` where its file is no more. */
export type State = (typeof STATES)[number];

export interface Freshness {
  readonly state: State;
  /** Where the text is now, if it has moved within its file: `14-28`. */
  readonly lines?: string;
}

const MIB = 1024 * 1024;
const MOST_FILES = 50;
/** The bytes that one call may read, hash where text stood, and hash in search of it. A hook must not take longer. */
const MOST = { read: 20 * MIB, check: 32 * MIB, search: 16 * MIB };
/** The bytes that may be hashed in search of text in one file. */
const MOST_SEARCHED = 8 * MIB;
/** So many letters and digits are no coincidence: `}` and `return nil` are. `npm run lab -- moments` measures it. */
const DISTINCT = 20;
/** To hash a few bytes takes as long as to hash so many more. */
const COST = 256;

/** What the privacy filter puts in the place of a part of a path. */
const REDACTED = /\[(?:REDACTED|PRIVATE|[A-Z]{2,10})\]/;

/**
 * Whether the text that each anchor is about still stands in the checkout, in the order of the anchors. Undefined where that
 * cannot be told: without a path; without a hash, unless the file is gone; where reading or searching would take too long; and
 * where the text may stand there by chance; and of a path that the privacy filter has changed. Text that has moved within its
 * file is fresh. Anchors of several notes belong into one call, which reads each file once.
 */
export function freshnessOf(
  root: string,
  anchors: readonly Anchor[],
): readonly (Freshness | undefined)[] {
  const left = { ...MOST };
  const files = new Map<string, AnchoredFile>();
  return anchors.map(({ path, lines, hash }) => {
    if (path === undefined || REDACTED.test(path)) return undefined;
    const known = files.get(path);
    if (known === undefined && files.size >= MOST_FILES) return undefined;
    const file = known ?? new AnchoredFile(findFile(root, path), left);
    files.set(path, file);
    return file.freshness(hash?.toLowerCase(), lines);
  });
}

/** The state of a note: the worst of its anchors. What is unknown does not count; undefined where nothing is known. */
export function worstOf(
  states: readonly (Pick<Freshness, 'state'> | undefined)[],
): State | undefined {
  return STATES.findLast((state) => states.some((one) => one?.state === state));
}

/** A note, as far as it says what it is about. */
export interface Anchored {
  readonly id: string;
  readonly anchors?: readonly Anchor[] | undefined;
}

/** Which of the notes are about text that has changed since, or that is gone: by their ids. Each file is read once. */
export function changedIn(
  root: string,
  notes: readonly Anchored[],
): ReadonlyMap<string, Exclude<State, 'fresh'>> {
  const found = freshnessOf(
    root,
    notes.flatMap(({ anchors = [] }) => anchors),
  );
  const changed = new Map<string, Exclude<State, 'fresh'>>();
  let from = 0;
  for (const { id, anchors = [] } of notes) {
    const state = worstOf(found.slice(from, from + anchors.length));
    if (state !== undefined && state !== 'fresh') changed.set(id, state);
    from += anchors.length;
  }
  return changed;
}

/** A file that anchors are about. It is read when the first of them has a hash. */
class AnchoredFile {
  private text: FileText | 'unread' | undefined = 'unread';
  private leftHere = MOST_SEARCHED;
  /** The digests of windows, by their number of lines and their first line. */
  private readonly digests = new Map<number, Map<number, string>>();

  constructor(
    private readonly found: Found,
    /** What is left of `MOST` in this call. */
    private readonly left: typeof MOST,
  ) {}

  freshness(hash: string | undefined, lines: string | undefined): Freshness | undefined {
    if (this.found.kind === 'none' || this.found.kind === 'folder') return { state: 'gone' };
    if (hash === undefined || !/^[0-9a-f]{8,64}$/.test(hash)) return undefined;
    if (this.text === 'unread') this.text = this.read();
    if (this.text === undefined) return undefined;
    const range = lines === undefined ? this.text.whole : rangeOf(lines);
    if (range === undefined) return undefined;
    const isWithin = range.last <= this.text.count;
    const there = isWithin ? this.digest(this.text, range, 'check') : '';
    if (there === undefined) return undefined;
    if (!there.startsWith(hash)) return this.search(this.text, hash, range);
    const isSame = lines === undefined || this.isSame(this.text, range, 'there');
    return isSame ? { state: 'fresh' } : undefined;
  }

  private read(): FileText | undefined {
    if (this.found.kind !== 'file') return undefined;
    const { real, size } = this.found;
    if (size > LARGEST_FILE || size > this.left.read) return undefined;
    this.left.read -= size;
    return FileText.in(real);
  }

  /** Looks up and down from the old place, so that the nearest one is found. A whole file has no other place. */
  private search(text: FileText, hash: string, { first, last }: LineRange): Freshness | undefined {
    const length = last - first + 1;
    const lastStart = text.count - length + 1;
    const middle = Math.min(first, lastStart);
    for (let step = 0; step < lastStart; step += 1)
      for (const start of new Set([middle - step, middle + step])) {
        if (start < 1 || start > lastStart) continue;
        const window = { first: start, last: start + length - 1 };
        const digest = this.digest(text, window, 'search');
        if (digest === undefined) return undefined;
        if (!digest.startsWith(hash)) continue;
        const isSame = this.isSame(text, window, 'elsewhere');
        return isSame ? { state: 'fresh', lines: sayRange(window) } : undefined;
      }
    return { state: 'drifted' };
  }

  /**
   * Whether text with the hash of an anchor is what was anchored, and not the same by chance. At its old place it has to be
   * distinct, or to stand nowhere else. Elsewhere it has to be both, and to be more than one line: of two equal lines, the
   * anchored one may be gone, however long it was.
   */
  private isSame(text: FileText, place: LineRange, where: 'there' | 'elsewhere'): boolean {
    const letters = text.lettersIn(place).filter((count) => count > 0);
    const isDistinct = letters.reduce((sum, count) => sum + count, 0) >= DISTINCT;
    if (where === 'there' && isDistinct) return true;
    if (letters.length === 0 || (where === 'elsewhere' && !(isDistinct && letters.length > 1)))
      return false;
    const cost = text.sizeOf(text.whole);
    if (cost > Math.min(this.left.search, this.leftHere)) return false;
    this.left.search -= cost;
    this.leftHere -= cost;
    return text.isSingle(place);
  }

  /** Undefined where it would be too much. */
  private digest(text: FileText, window: LineRange, use: 'check' | 'search'): string | undefined {
    const length = window.last - window.first;
    const known = this.digests.get(length) ?? new Map<number, string>();
    this.digests.set(length, known);
    const before = known.get(window.first);
    if (before !== undefined) return before;
    const cost = text.sizeOf(window) + COST;
    if (cost > this.left[use] || (use === 'search' && cost > this.leftHere)) return undefined;
    this.left[use] -= cost;
    if (use === 'search') this.leftHere -= cost;
    const digest = text.digest(window);
    known.set(window.first, digest);
    return digest;
  }
}
