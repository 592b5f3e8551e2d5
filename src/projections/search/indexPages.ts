import type { View } from '../projection.js';

// The pages of the index as FTS5 lays them out (https://sqlite.org/fts5.html#fts5_data_structures and, in more
// detail, the head of fts5_index.c). Writing the whole index anew would be simpler, but takes seconds.

/** Where a page begins: every word that comes after it, and before the next boundary, is on that page. */
export interface PageBoundary {
  readonly segment: number;
  /** Twice the number of the page, and one more if its last word has an index of its own. */
  readonly pgno: number;
}

/** Words are kept behind a byte that says that they belong to no prefix index. */
const NO_PREFIX = Buffer.from('0');

/** A boundary, and the bytes that it keeps of a word. */
export interface KeptBeginning extends PageBoundary {
  readonly beginning: Buffer;
}

/**
 * The boundaries in any of these segments that are beginnings of a word. FTS5 takes the first bytes of the word with
 * which a page begins, as few as set it off from the word before.
 */
export function beginningsOf(
  view: View,
  segments: readonly number[],
  word: Buffer,
): readonly KeptBeginning[] {
  const term = Buffer.concat([NO_PREFIX, word]);
  return segments.flatMap((segment) => beginningsIn(view, segment, term));
}

/** Walks down from the word: each step ends at a boundary or with fewer bytes in common, so a long word has few. */
function beginningsIn(view: View, segment: number, term: Buffer): readonly KeptBeginning[] {
  const found: KeptBeginning[] = [];
  for (let most = term.length; most > NO_PREFIX.length; ) {
    const last = view.get<{ term: Buffer; pgno: number }>(
      'SELECT term, pgno FROM observations_fts_idx WHERE segid = ? AND term <= ? ORDER BY term DESC LIMIT 1',
      [segment, term.subarray(0, most)],
    );
    if (!last) break;
    const common = inCommon(last.term, term);
    if (common === last.term.length && common > NO_PREFIX.length) {
      found.push({ segment, pgno: last.pgno, beginning: last.term.subarray(NO_PREFIX.length) });
    }
    most = common === last.term.length ? common - 1 : common;
  }
  return found;
}

/** How many bytes two words begin with alike. */
function inCommon(one: Buffer, other: Buffer): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
  return count;
}

/** Moves a boundary up to the first word that its page still holds: the words in between are gone. */
export function moveBoundary(view: View, { segment, pgno }: PageBoundary): void {
  const page = view.get<{ block: Buffer }>(
    'SELECT block FROM observations_fts_data WHERE id = (? << 37) + (? >> 1)',
    [segment, pgno],
  );
  const word = page && firstWordOf(page.block);
  view.unguarded(() => {
    // A page that was merged away, or holds no beginning of a word, needs no boundary.
    if (word === undefined) {
      view.run('DELETE FROM observations_fts_idx WHERE segid = ? AND pgno = ?', [segment, pgno]);
    } else {
      const moved = 'UPDATE observations_fts_idx SET term = ? WHERE segid = ? AND pgno = ?';
      view.run(moved, [word, segment, pgno]);
    }
  });
}

/** The first word that begins on a page, with the byte before it. */
function firstWordOf(page: Buffer): Buffer | undefined {
  const end = page.readUInt16BE(2);
  if (end >= page.length) return undefined;
  const first = numberAt(page, end);
  const { value: length, next } = numberAt(page, first.value);
  return page.subarray(next, next + length);
}

/**
 * Removes the pages of segments that a merge under way has used up: FTS5 leaves them until that merge ends,
 * but takes no removed word out of them any more. Gives the segments that are left.
 */
export function dropMergedAway(view: View): readonly number[] {
  const segments = segmentsOf(view);
  for (const { id } of segments.filter(({ firstPage }) => firstPage === 0)) {
    view.unguarded(() => {
      const ofSegment = 'id >= ? << 37 AND id < (? + 1) << 37';
      view.run(`DELETE FROM observations_fts_data WHERE ${ofSegment}`, [id, id]);
      view.run('DELETE FROM observations_fts_idx WHERE segid = ?', [id]);
    });
  }
  return segments.filter(({ firstPage }) => firstPage > 0).map(({ id }) => id);
}

interface Segment {
  readonly id: number;
  /** 0 once it is used up. */
  readonly firstPage: number;
}

/**
 * From record 10: four bytes, the numbers of levels and of segments, a counter, and for each level how many of
 * its segments are being merged, how many there are, and of each its id and its first and last page.
 */
function segmentsOf(view: View): readonly Segment[] {
  const sql = 'SELECT block FROM observations_fts_data WHERE id = 10';
  const record = view.get<{ block: Buffer }>(sql)?.block;
  if (!record) return [];
  let at = 4;
  const read = () => {
    const { value, next } = numberAt(record, at);
    at = next;
    return value;
  };
  const [levels] = [read(), read(), read()];
  return Array.from({ length: levels }, () => {
    const [, count] = [read(), read()];
    return Array.from({ length: count }, () => {
      const [id, firstPage] = [read(), read(), read()];
      return { id, firstPage };
    });
  }).flat();
}

/** A number of seven bits a byte, the highest first; all but the last byte are marked. */
function numberAt(bytes: Buffer, start: number): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let at = start; ; at++) {
    const byte = bytes.readUInt8(at);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, next: at + 1 };
  }
}
