import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Diagnostic } from '../diagnostics/diagnostic.js';

/** The file at a path: the path itself, or the file `name` in that directory. Throws `cannot_open` where it is not there. */
export function fileAt(path: string, name: string): string {
  if (!statSync(path).isDirectory()) return path;
  const file = join(path, name);
  if (existsSync(file)) return file;
  throw new Diagnostic('cannot_open', `${path} is a directory without ${name}`, { file: path });
}
