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
import { hasMoreValues } from '../domain/scanJson.js';
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
  return lookOf(onDisk(file));
}

/** What a file seems to be by its first bytes. */
export function lookOf(file: Pick<InputFile, 'first'>): FileLook {
  const start = file.first(512);
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

/** A file that is read from its start, as often as somebody asks: one of this machine, or one that was sent. */
export interface InputFile {
  /** As errors name it. */
  readonly name: string;
  /** When it was changed, in milliseconds since 1970. */
  readonly changed: number;
  /** Bytes of the longest line, or row of a table, that is read; a longer one is left out. */
  readonly longestLine: number;
  /** Values in JSON, or cells, of the fullest row that is read. */
  readonly mostValues: number;
  /** Rows of the longest table that is read. */
  readonly mostRows: number;
  /** Its first bytes, at most `most` of them. */
  first(most: number): Buffer;
  bytes(): AsyncIterable<Buffer>;
}

/** The file at a path. Throws `file_not_regular` for what is none. */
export function onDisk(path: string): InputFile {
  const stats = statSync(path);
  if (!stats.isFile()) throw notRegular(path, 'name the file itself');
  return {
    name: path,
    changed: stats.mtimeMs,
    longestLine: 32 * MIB,
    mostValues: Number.POSITIVE_INFINITY,
    mostRows: Number.POSITIVE_INFINITY,
    first: (most) => firstBytes(path, most),
    bytes: () => createReadStream(path),
  };
}

const MIB = 1024 * 1024;

/** The first bytes of a file, at most `most` of them. */
function firstBytes(file: string, most: number): Buffer {
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
  if (statSync(file).size > LARGEST_JSON * MIB) {
    const found = `it has more than ${LARGEST_JSON} MiB`;
    throw wrongFile(file, `${wanted} that can be read`, found, 'import it in several files');
  }
  const text = decodeText(readFileSync(file));
  if (text === undefined) throw wrongFile(file, wanted, 'it is not UTF-8 text');
  const value = tryParse(text);
  if (value !== undefined) return value;
  const next = 'write it anew, as a whole: one JSON value, not several';
  throw wrongFile(file, wanted, 'its JSON is damaged or was cut off', next);
}

/** Why a line or a row is left out. */
export const tooLong = ({ longestLine }: InputFile) => `it is longer than ${longestLine / MIB} MiB`;

export const NO_OBJECT = 'it is not a JSON object';

export const tooFull = ({ mostValues }: InputFile) => `it has more than ${mostValues} values`;

/** The bytes of a text file as they are read, in UTF-8 also where the file is in UTF-16 behind its mark. */
export async function* utf8Bytes(file: InputFile): AsyncGenerator<Buffer> {
  const encoding = encodingOf(file.first(2));
  const decoder = new TextDecoder(encoding);
  for await (const bytes of file.bytes()) {
    if (encoding === 'utf-8') yield bytes;
    else yield Buffer.from(decoder.decode(bytes, { stream: true }));
  }
}

/** The objects of a file with one JSON object a line; empty lines count, and are left out. */
export async function* ndjsonRows(file: InputFile): AsyncGenerator<PeerRow> {
  for await (const { line, bytes } of splitLines(utf8Bytes(file), file.longestLine)) {
    const row = `line ${line}`;
    if (!bytes) yield { row, skipped: tooLong(file) };
    else if (hasMoreValues(bytes, file.mostValues)) yield { row, skipped: tooFull(file) };
    else {
      const cells = objectIn(tryParse(decodeText(bytes) ?? ''));
      yield cells ? { row, cells } : { row, skipped: NO_OBJECT };
    }
  }
}
