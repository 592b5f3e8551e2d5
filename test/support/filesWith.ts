import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files of a directory that contain a text, in UTF-8 or in a form in which SQLite may store it. */
export function filesWith(directory: string, text: string): string[] {
  return readdirSync(directory).filter((name) =>
    readFileSync(join(directory, name)).includes(text),
  );
}
