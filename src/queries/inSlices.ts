import { setImmediate as nextTurn } from 'node:timers/promises';
import { textSize } from '../domain/textSize.js';
import { firstRows } from '../sqlite/firstRows.js';
import type { Sql } from '../sqlite/sqlite.js';

/** UTF-16 units of text that are read in one turn of the event loop, and are in memory at a time. */
export const SLICE = 256 * 1024;
/** A row takes time besides that for its texts, about as much as this many units of text. */
const ROW = 100;

/** A list that is read a slice at a time, each in a turn of its own. */
export type Slices<Item> = AsyncGenerator<readonly Item[]>;

/** How a list is read. */
export interface SlicedList<Row, Item> {
  /** Called again for each slice, because a rebuild may replace the file between two slices. */
  readonly views: () => Promise<Sql>;
  /** The rows behind `last`, the last row that was read; all of them at first. `count` were read before. */
  readonly after: (views: Sql, last: Row | undefined, count: number) => Iterable<Row>;
  readonly toItem: (views: Sql, row: Row) => Item;
}

/**
 * A list in slices of some 256 Ki units of text, or of one long item: a thousand notes of a megabyte would hold the event
 * loop for seconds, and take gigabytes. The next slice is read when the consumer asks for it.
 */
export async function* inSlices<Row extends object, Item>({
  views,
  after,
  toItem,
}: SlicedList<Row, Item>): Slices<Item> {
  let last: Row | undefined;
  let count = 0;
  for (;;) {
    const open = await views();
    const { taken, isCut } = firstRows(after(open, last, count), rowSize, SLICE);
    yield taken.map((row) => toItem(open, row));
    if (!isCut) return;
    last = taken.at(-1);
    count += taken.length;
    await nextTurn();
  }
}

const rowSize = (row: object) => ROW + textSize(row);

/** All items of a short list. */
export async function allOf<Item>(slices: Slices<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const slice of slices) items.push(...slice);
  return items;
}
