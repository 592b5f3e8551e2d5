import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InvalidArgumentError } from 'commander';
import { FILLED_PARTS } from './parts/filled.js';

/** All parts, in the order in which they run. */
export const PARTS = ['saves', 'import', ...FILLED_PARTS, 'disk'] as const;
export type PartName = (typeof PARTS)[number];

/** The options of the command line. */
export interface Options {
  readonly sizes: readonly number[];
  readonly parts: readonly PartName[];
  readonly quick: boolean;
  /** Directory for filled vaults that later runs use; true: the default one; undefined: none are kept. */
  readonly keep: string | true | undefined;
  /** Only writes the page again from its kept figures. */
  readonly again: boolean;
  /** Adds the figures to those of the report that is there. */
  readonly add: boolean;
  /** Directory of the report; true: `docs`; false: no report; undefined: `docs` after a whole run. */
  readonly report: string | boolean | undefined;
}

export const DOCS = fileURLToPath(new URL('../../docs', import.meta.url));
export const DEFAULT_SIZES = [10_000, 100_000, 1_000_000];
const SHARED = fileURLToPath(
  new URL('../../../shared/data/engineering-notes.ndjson', import.meta.url),
);

/** The file of notes from which others are generated. Throws when it does not exist. */
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

/** Without an option, only a whole run of all sizes replaces the document. */
export function reportDirectory(options: Options): string | undefined {
  const { report, quick, parts, sizes, add } = options;
  if (typeof report === 'string') return report;
  if (report === false) return undefined;
  const isWhole =
    !quick &&
    PARTS.every((part) => parts.includes(part)) &&
    DEFAULT_SIZES.every((size) => sizes.includes(size));
  return report === true || add || isWhole ? DOCS : undefined;
}

/** Parses a list such as `10000,100000`. */
export function sizes(text: string): readonly number[] {
  const numbers = text.split(',').map(Number);
  const fits = (size: number) => Number.isInteger(size) && size >= 1000 && size <= 10_000_000;
  if (numbers.every(fits)) return numbers.toSorted((a, b) => a - b);
  throw new InvalidArgumentError('must be whole numbers from 1000 to 10000000, comma-separated.');
}

/** Parses a list such as `saves,reads`. */
export function parts(text: string): readonly PartName[] {
  return text.split(',').map((name) => {
    const part = PARTS.find((one) => one === name);
    if (part === undefined)
      throw new InvalidArgumentError(`must be some of ${PARTS.join(', ')}, comma-separated.`);
    return part;
  });
}
