import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InvalidArgumentError } from 'commander';
import { FILLED_PARTS } from './parts/filled.js';

/** All parts, in the order in which they run. */
export const PARTS = ['saves', 'import', ...FILLED_PARTS, 'disk'] as const;
export type PartName = (typeof PARTS)[number];

/** What the command line says. */
export interface Options {
  readonly sizes: readonly number[];
  readonly parts: readonly PartName[];
  readonly quick: boolean;
  /** Where filled vaults are kept from run to run; undefined: nowhere. */
  readonly keep: string | true | undefined;
  /** Nothing is measured: the page is written again from its figures. */
  readonly again: boolean;
  /** Where the report goes; false: nowhere. */
  readonly report: string | boolean | undefined;
}

export const DOCS = fileURLToPath(new URL('../docs', import.meta.url));
export const DEFAULT_SIZES = [10_000, 100_000, 1_000_000];
const SHARED = fileURLToPath(
  new URL('../../shared/data/engineering-notes.ndjson', import.meta.url),
);

/** The notes to make others from. Throws when there are none. */
export function notesFile(argument: string | undefined): string {
  const file = argument ?? (process.env.VAULT_NOTES || SHARED);
  if (existsSync(file)) return file;
  throw new Error(
    `there are no notes at ${file}: give a file of notes (NDJSON), or set VAULT_NOTES to one`,
  );
}

export function keepDirectory(keep: Options['keep']): string | undefined {
  if (keep !== true) return keep;
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'memory-vault-bench');
}

/** Only a whole run replaces the document, unless the caller names a directory. */
export function reportDirectory({ report, quick, parts }: Options): string | undefined {
  if (typeof report === 'string') return report;
  if (report === true) return DOCS;
  const isWhole = !quick && PARTS.every((part) => parts.includes(part));
  return isWhole && report !== false ? DOCS : undefined;
}

/** Reads `10000,100000`. */
export function sizes(text: string): readonly number[] {
  const numbers = text.split(',').map(Number);
  const fits = (size: number) => Number.isInteger(size) && size >= 1000 && size <= 10_000_000;
  if (numbers.every(fits)) return numbers.toSorted((a, b) => a - b);
  throw new InvalidArgumentError('must be whole numbers from 1000 to 10000000, comma-separated.');
}

/** Reads `saves,reads`. */
export function parts(text: string): readonly PartName[] {
  return text.split(',').map((name) => {
    const part = PARTS.find((one) => one === name);
    if (part === undefined)
      throw new InvalidArgumentError(`must be some of ${PARTS.join(', ')}, comma-separated.`);
    return part;
  });
}
