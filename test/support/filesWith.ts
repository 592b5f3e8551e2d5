import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a directory that hold a text, in UTF-8 or as SQLite may keep it. */
export function filesWith(directory: string, text: string): string[] {
  return readdirSync(directory).filter((name) =>
    readFileSync(join(directory, name)).includes(text),
  );
}
