import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';

/** The gaps in the pages of a SQLite file: bytes between the pointers to its cells and the cells. */
export interface Gaps {
  /** Pages that the file has. */
  pages(): number;
  /**
   * Overwrites the gaps of `count` pages from `first` on, counted from 1, with zeros. Only while nobody moves the
   * write-ahead log into the file.
   */
  wipe(first: number, count: number): void;
  /** Has what was overwritten last. */
  sync(): void;
  /** Takes away the locks that this process has on the file: only once the database is closed. */
  close(): void;
}

/** Opens the gaps of a SQLite file with pages of that size, in bytes, beside SQLite. */
export function openGaps(file: string, pageSize: number): Gaps {
  const handle = openSync(file, 'r+');
  const between = pointerMapsOf(handle, pageSize);
  let written = false;

  function wipe(first: number, count: number): void {
    const start = (first - 1) * pageSize;
    const bytes = Buffer.allocUnsafe(count * pageSize);
    const length = readSync(handle, bytes, 0, bytes.length, start);
    for (let at = 0; at < length; at += pageSize) {
      const page = (start + at) / pageSize + 1;
      if ((page - 2) % between === 0) continue;
      const gap = gapOf(bytes.subarray(at, at + pageSize), page === 1 ? FILE_HEADER : 0);
      if (!gap || isZero(gap.bytes)) continue;
      writeSync(handle, gap.bytes.fill(0), 0, gap.bytes.length, start + at + gap.from);
      written = true;
    }
  }

  return {
    pages: () => Math.floor(fstatSync(handle).size / pageSize),
    wipe,
    sync() {
      if (written) fsyncSync(handle);
      written = false;
    },
    close: () => closeSync(handle),
  };
}

/** The header of the file, before that of its first page. */
const FILE_HEADER = 100;

/**
 * How many pages there are from one pointer map to the next, of which page 2 is the first (1.8): none, unless somebody
 * has turned on `auto_vacuum`. They begin like pages of a B-tree.
 */
function pointerMapsOf(handle: number, pageSize: number): number {
  const header = Buffer.alloc(FILE_HEADER);
  readSync(handle, header, 0, FILE_HEADER, 0);
  const reserved = header[20] ?? 0;
  return header.readUInt32BE(52) === 0
    ? Number.POSITIVE_INFINITY
    : Math.floor((pageSize - reserved) / 5) + 1;
}

/** The first byte of a page of a B-tree, with the length of the page's header (sqlite.org/fileformat2.html, 1.6). */
const HEADERS: ReadonlyMap<number | undefined, number> = new Map([
  [2, 12],
  [5, 12],
  [10, 8],
  [13, 8],
]);

/**
 * The gap of a page whose header is at `at`; undefined for a page that is none of a B-tree. Other pages begin with
 * the number of the next one, which has zeros in front in files below 128 GB; in larger ones no cells are where they say.
 */
function gapOf(page: Buffer, at: number): { from: number; bytes: Buffer } | undefined {
  const header = HEADERS.get(page[at]);
  if (header === undefined) return undefined;
  const pointers = at + header;
  const from = pointers + 2 * page.readUInt16BE(at + 3);
  const to = page.readUInt16BE(at + 5) || 65_536;
  // What says otherwise is damaged, or another kind of page: not for us to write to.
  if (from >= to || to > page.length || (from === pointers && to !== page.length)) return undefined;
  for (let pointer = pointers; pointer < from; pointer += 2) {
    const cell = page.readUInt16BE(pointer);
    if (cell < to || cell >= page.length) return undefined;
  }
  return { from, bytes: page.subarray(from, to) };
}

const ZEROS = Buffer.alloc(65_536);
const isZero = (bytes: Buffer) => bytes.equals(ZEROS.subarray(0, bytes.length));
