import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Ledger } from './ledger.js';
import { spread } from './spread.js';

/** Each text is looked for in all bytes: more would take minutes in a large vault. */
const MOST = 300;

/** Forgotten texts that are in a file, although the answer was that they are in none. */
export function wipedTextsIn(directory: string, { forgotten }: Ledger): readonly string[] {
  const files = existsSync(directory)
    ? readdirSync(directory)
        .map((name) => join(directory, name))
        .filter((file) => statSync(file).isFile())
    : [];
  const bytes = Buffer.concat(files.map((file) => readFileSync(file)));
  const wiped = [...forgotten.values()].filter((one) => one.wiped);
  const readable = spread(wiped, MOST).filter(({ title }) => bytes.includes(title));
  return readable.length > 0 ? [`${readable.length} × forgotten text in a file`] : [];
}
