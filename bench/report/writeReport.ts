import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { page, type Run } from './page.js';
import { readRun } from './readRun.js';

/** Written by people, and taken into the report as it is. */
const BY_HAND = 'where-the-time-goes.md';

/** What a run left for the next page. */
const FIGURES = 'figures.json';

/** Writes `performance.md` and its figures into a directory. */
export function writeReport(directory: string, run: Run): void {
  const beside = join(directory, 'performance');
  mkdirSync(beside, { recursive: true });
  writeFileSync(join(beside, FIGURES), `${JSON.stringify(run, null, 2)}\n`);
  rewrite(directory);
}

/** Writes the page once more from the figures that are there: after its texts were changed. */
export function rewrite(directory: string): void {
  writeFileSync(join(directory, 'performance.md'), keptPage(directory));
}

/** The page of the run that was kept in a directory, with what people wrote there since. */
export function keptPage(directory: string): string {
  const beside = join(directory, 'performance');
  const byHand = join(beside, BY_HAND);
  const text = existsSync(byHand) ? readFileSync(byHand, 'utf8') : undefined;
  return page(readRun(join(beside, FIGURES)), text);
}
