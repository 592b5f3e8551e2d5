import type { View } from './projection.js';

// The pages of the index as FTS5 lays them out (https://sqlite.org/fts5.html#fts5_data_structures and, in more
// detail, the head of fts5_index.c). Writing the whole index anew would be simpler, but takes seconds.

/** Where a page begins: everything from `beginning` on, and before the next boundary, is on it. */
export interface PageBoundary {
  readonly segment: number;
  /** Twice the number of the page, and one more if its last word has an index of its own. */
  readonly pgno: number;
  /** The first bytes of a word, as few as set it off from the word before. */
  readonly beginning: Buffer;
}

/** All boundaries but those that say nothing. */
export function pageBoundaries(view: View): readonly PageBoundary[] {
  // Words are kept behind a byte that says that they belong to no prefix index.
  return view.all<PageBoundary>(
    `SELECT segid AS segment, pgno, substr(term, 2) AS beginning FROM observations_fts_idx
     WHERE length(term) > 1`,
  );
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
 * Removes the pages of segments that a merge under way has used up: FTS5 leaves them until that merge
 * ends, but takes no removed word out of them any more.
 */
export function dropMergedAway(view: View): void {
  for (const segment of mergedAway(view)) {
    view.unguarded(() => {
      const ofSegment = 'id >= ? << 37 AND id < (? + 1) << 37';
      view.run(`DELETE FROM observations_fts_data WHERE ${ofSegment}`, [segment, segment]);
      view.run('DELETE FROM observations_fts_idx WHERE segid = ?', [segment]);
    });
  }
}

/** Record 10: cookie (4 bytes), levels, segments, counter; a level: merging, segments; each of those: id, first and last page. */
function mergedAway(view: View): readonly number[] {
  const record = view.get<{ block: Buffer }>(
    'SELECT block FROM observations_fts_data WHERE id = 10',
  );
  if (!record) return [];
  let at = 4;
  const read = () => {
    const { value, next } = numberAt(record.block, at);
    at = next;
    return value;
  };
  const levels = read();
  read();
  read();
  const gone: number[] = [];
  for (let level = 0; level < levels; level++) {
    read();
    for (let left = read(); left > 0; left--) {
      const [segment, first] = [read(), read(), read()];
      if (first === 0) gone.push(segment);
    }
  }
  return gone;
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
