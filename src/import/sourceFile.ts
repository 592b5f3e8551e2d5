import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import { notRegular } from '../files/regularFile.js';

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
  if (start.includes(0)) return 'binary data';
  return /^\uFEFF?\s*[[{]/.test(start.toString('utf8')) ? 'JSON' : 'text';
}

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
