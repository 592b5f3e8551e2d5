import { readSync } from 'node:fs';
import type { Report } from './problem.js';

/** Checks of one field of the header (https://sqlite.org/fileformat2.html, "The Database Header"). */
const FIELDS: Readonly<Record<string, (header: Buffer) => boolean>> = {
  'the magic string': (header) => header.toString('latin1', 0, 16) === 'SQLite format 3\0',
  'the page size': (header) => header.readUInt16BE(16) === 4096,
  'the read and write versions': ({ 18: write, 19: read }) =>
    write === read && (write === 1 || write === 2),
  'the reserved space': ({ 20: reserved }) => reserved === 0,
  'the payload fractions': ({ 21: max, 22: min, 23: leaf }) =>
    max === 64 && min === 32 && leaf === 32,
  'the change counters': (header) => header.readUInt32BE(24) === header.readUInt32BE(92),
  'the schema format': (header) => header.readUInt32BE(44) === 4,
  'the default cache size': (header) => header.readUInt32BE(48) === 0,
  'the vacuum settings': (header) => header.readUInt32BE(52) + header.readUInt32BE(64) === 0,
  'the text encoding': (header) => header.readUInt32BE(56) === 1,
  'the application id': (header) => header.readUInt32BE(68) === 0,
  'the reserved bytes': (header) => header.subarray(72, 92).every((byte) => byte === 0),
};

/** Reports invalid fields of the file's header that SQLite does not check, or only checks when it writes. */
export function verifyHeader(handle: number, report: Report): void {
  const header = Buffer.alloc(100);
  readSync(handle, header, 0, header.length, 0);
  for (const [field, holds] of Object.entries(FIELDS)) {
    if (!holds(header)) report('header', null, `the header of the file is invalid: ${field}`);
  }
}
