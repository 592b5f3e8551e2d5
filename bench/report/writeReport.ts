import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { page, type Run } from './page.js';
import { readRun } from './readRun.js';

/** Text written by people, which the report includes unchanged. */
const BY_HAND = 'where-the-time-goes.md';

/** The figures of the last run, from which the page can be written again. */
const FIGURES = 'figures.json';

/** Writes `performance.md` and its figures into a directory. */
export function writeReport(directory: string, run: Run): void {
  const kept = join(directory, 'performance');
  mkdirSync(kept, { recursive: true });
  writeFileSync(join(kept, FIGURES), `${JSON.stringify(run, null, 2)}\n`);
  rewrite(directory);
}

/** Writes the page again from the kept figures, after its texts were changed. */
export function rewrite(directory: string): void {
  writeFileSync(join(directory, 'performance.md'), keptPage(directory));
}

/** The page of the run that is kept in a directory, with the current text of `BY_HAND`. */
export function keptPage(directory: string): string {
  const kept = join(directory, 'performance');
  const byHand = join(kept, BY_HAND);
  const text = existsSync(byHand) ? readFileSync(byHand, 'utf8') : undefined;
  return page(readRun(join(kept, FIGURES)), text);
}
