import {
  closeSync,
  createReadStream,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import { tryParse } from '../domain/json.js';
import { splitLines } from '../domain/lines.js';
import { decodeText } from '../domain/unicode.js';
import { notRegular } from '../files/regularFile.js';
import { objectIn, type PeerRow } from './peerRows.js';

/** The file at a path: the path itself, or the file `name` in that directory. Throws `cannot_open` where it is not there. */
export function fileAt(path: string, name: string): string {
  if (!statSync(path).isDirectory()) return path;
  const file = join(path, name);
  if (existsSync(file)) return file;
  throw new Diagnostic('cannot_open', `${path} is a directory without ${name}`, { file: path });
}

/** How every SQLite database begins. */
const MAGIC = Buffer.from('SQLite format 3\0', 'latin1');

/** What a file seems to be by its first bytes. */
type FileLook = 'database' | 'empty' | 'JSON' | 'gzip' | 'zip' | 'text' | 'binary data';

/** Looks at the first bytes of a file. Throws `file_not_regular` for what is none. */
export function lookAt(file: string): FileLook {
  if (!statSync(file).isFile()) throw notRegular(file, 'name the file itself');
  const start = firstBytes(file, 512);
  if (start.subarray(0, MAGIC.length).equals(MAGIC)) return 'database';
  if (start.length === 0) return 'empty';
  if (start[0] === 0x1f && start[1] === 0x8b) return 'gzip';
  if (start.subarray(0, 2).toString('latin1') === 'PK') return 'zip';
  const text = new TextDecoder(encodingOf(start)).decode(start);
  if (text.includes('\0')) return 'binary data';
  return /^\s*[[{]/.test(text) ? 'JSON' : 'text';
}

/** The encoding of a text, told by the mark of the byte order that it begins with, as `decodeText` tells it. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** The first bytes of a file, at most `most` of them. */
export function firstBytes(file: string, most: number): Buffer {
  const handle = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(most);
    return bytes.subarray(0, readSync(handle, bytes, 0, most, 0));
  } finally {
    closeSync(handle);
  }
}

/** The error for a file that is not what a source reads: `found` says what it is instead. */
export function wrongFile(file: string, wanted: string, found: string, next?: string): Diagnostic {
  return new Diagnostic('file_damaged', `${file} is not ${wanted}: ${found}`, {
    file,
    next: next ?? `name ${wanted}`,
  });
}

/** MiB of JSON that are parsed at once, in some three times as much memory. */
const LARGEST_JSON = 256;

/** What a file says in JSON. Throws a `Diagnostic` where it was cut off, is too large, or is no JSON for another reason. */
export function readJson(file: string, wanted: string): unknown {
  if (statSync(file).size > LARGEST_JSON * 1024 * 1024) {
    const found = `it has more than ${LARGEST_JSON} MiB`;
    throw wrongFile(file, `${wanted} that can be read`, found, 'import it in several files');
  }
  const text = decodeText(readFileSync(file));
  if (text === undefined) throw wrongFile(file, wanted, 'it is no text in UTF-8');
  const value = tryParse(text);
  if (value !== undefined) return value;
  const next = 'write it anew, as a whole: one JSON value, not several';
  throw wrongFile(file, wanted, 'its JSON is damaged or was cut off', next);
}

/** Bytes of a line, or of a row of a table: more than any that a vault takes. */
export const LONGEST_LINE = 32 * 1024 * 1024;

/** The bytes of a text file as they are read, in UTF-8 also where the file is in UTF-16 behind its mark. */
export async function* utf8Bytes(file: string): AsyncGenerator<Buffer> {
  const encoding = encodingOf(firstBytes(file, 2));
  const decoder = new TextDecoder(encoding);
  for await (const bytes of createReadStream(file)) {
    if (encoding === 'utf-8') yield bytes;
    else yield Buffer.from(decoder.decode(bytes, { stream: true }));
  }
}

/** The objects of a file with one JSON object a line; empty lines count, and are left out. */
export async function* ndjsonRows(file: string): AsyncGenerator<PeerRow> {
  for await (const { line, bytes } of splitLines(utf8Bytes(file), LONGEST_LINE)) {
    const row = `line ${line}`;
    const cells = bytes && objectIn(tryParse(decodeText(bytes) ?? ''));
    if (cells) yield { row, cells };
    else yield { row, skipped: bytes ? 'it is no JSON object' : 'it is longer than 32 MiB' };
  }
}
