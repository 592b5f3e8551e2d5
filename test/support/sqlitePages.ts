import { Database } from '../../src/sqlite/database.js';

/** Offsets of bytes by their use: `table / part`. Unused bytes are not listed. */
export type LiveBytes = ReadonlyMap<string, readonly number[]>;

const PAGE = 4096;

/**
 * The used bytes of a SQLite file by its format (https://sqlite.org/fileformat2.html), read without SQLite: header,
 * b-tree pages with their cells, overflow pages, and the links of the list of free pages. Gaps, fragments, and the
 * content of free blocks and free pages are unused.
 */
export function liveBytesOf(file: Buffer, roots: ReadonlyMap<string, number>): LiveBytes {
  const live = new Map<number, string>();
  const mark = (start: number, length: number, what: string) => {
    for (let at = start; at < start + length; at++) live.set(at, what);
  };
  mark(0, 100, 'file header');
  for (const [table, root] of roots) markTree(file, root, table, mark);
  markFreelist(file, mark);
  const byPart = new Map<string, number[]>();
  for (const [at, part] of live) {
    const bytes = byPart.get(part) ?? [];
    byPart.set(part, bytes);
    bytes.push(at);
  }
  return byPart;
}

/** The root page of each table and index. That of the schema itself is page 1. */
export function rootsOf(path: string): ReadonlyMap<string, number> {
  const db = new Database(path, { readonly: true });
  const rows = db.prepare<[], { name: string; rootpage: number }>(
    'SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0',
  );
  const roots = new Map(rows.all().map(({ name, rootpage }) => [name, rootpage]));
  db.close();
  return new Map([['sqlite_schema', 1], ...roots]);
}

type Mark = (start: number, length: number, what: string) => void;

function markTree(file: Buffer, page: number, table: string, mark: Mark): void {
  const base = (page - 1) * PAGE;
  const header = page === 1 ? 100 : base;
  const type = file.readUInt8(header);
  const isInterior = type === 2 || type === 5;
  const isTable = type === 5 || type === 13;
  const headerSize = isInterior ? 12 : 8;
  mark(header, headerSize, `${table} / page header`);
  for (let free = file.readUInt16BE(header + 1); free > 0; free = file.readUInt16BE(base + free)) {
    mark(base + free, 4, `${table} / free block header`);
  }
  const cells = file.readUInt16BE(header + 3);
  mark(header + headerSize, cells * 2, `${table} / cell pointers`);
  for (let i = 0; i < cells; i++) {
    let at = base + file.readUInt16BE(header + headerSize + i * 2);
    if (isInterior) {
      mark(at, 4, `${table} / child pointers`);
      markTree(file, file.readUInt32BE(at), table, mark);
      at += 4;
    }
    let size = 0;
    const start = at;
    if (type !== 5) [size, at] = varint(file, at);
    if (isTable) [, at] = varint(file, at);
    mark(start, at - start, type === 5 ? `${table} / separators` : `${table} / cell headers`);
    if (type !== 5) markPayload(file, { at, size, isTable }, table, mark);
  }
  if (isInterior) markTree(file, file.readUInt32BE(header + 8), table, mark);
}

/** A record and its overflow pages. */
function markPayload(
  file: Buffer,
  { at, size, isTable }: { at: number; size: number; isTable: boolean },
  table: string,
  mark: Mark,
): void {
  const most = isTable ? PAGE - 35 : Math.floor(((PAGE - 12) * 64) / 255) - 23;
  const least = Math.floor(((PAGE - 12) * 32) / 255) - 23;
  const spilling = least + ((size - least) % (PAGE - 4));
  const local = size <= most ? size : spilling <= most ? spilling : least;
  const [headerSize] = varint(file, at);
  mark(at, local, `${table} / records`);
  mark(at, Math.min(headerSize, local), `${table} / record headers`);
  let rest = size - local;
  if (rest === 0) return;
  mark(at + local, 4, `${table} / overflow pointers`);
  for (let page = file.readUInt32BE(at + local); rest > 0; ) {
    const base = (page - 1) * PAGE;
    mark(base, 4, `${table} / overflow pointers`);
    mark(base + 4, Math.min(rest, PAGE - 4), `${table} / records`);
    rest -= Math.min(rest, PAGE - 4);
    page = file.readUInt32BE(base);
  }
}

function markFreelist(file: Buffer, mark: Mark): void {
  for (let trunk = file.readUInt32BE(32); trunk > 0; ) {
    const base = (trunk - 1) * PAGE;
    mark(base, 8 + file.readUInt32BE(base + 4) * 4, 'free pages / list');
    trunk = file.readUInt32BE(base);
  }
}

/** A big-endian varint of SQLite and its end. Files this small have no varint of nine bytes. */
function varint(file: Buffer, start: number): [value: number, end: number] {
  let value = 0;
  for (let at = start; ; at++) {
    const byte = file.readUInt8(at);
    value = value * 128 + (byte & 127);
    if (byte < 128) return [value, at + 1];
  }
}
