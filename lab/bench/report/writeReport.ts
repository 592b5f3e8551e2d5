import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addRun, requireSameMachine } from './addRun.js';
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

/** Adds the figures of a run of some parts to those that are kept in a directory, and writes the page again. */
export function addToReport(directory: string, run: Run, parts: readonly string[]): void {
  writeReport(directory, addRun(keptRun(directory), run, parts));
}

/** Throws when there is no kept run that a run on this machine could be added to: before minutes are spent on it. */
export function requireKept(directory: string, machine: string): void {
  requireSameMachine(keptRun(directory).machine, machine);
}

const keptRun = (directory: string) => readRun(join(directory, 'performance', FIGURES));

/** Writes the page again from the kept figures, after its texts were changed. */
export function rewrite(directory: string): void {
  writeFileSync(join(directory, 'performance.md'), keptPage(directory));
}

/** The page of the run that is kept in a directory, with the current text of `BY_HAND`. */
export function keptPage(directory: string): string {
  const byHand = join(directory, 'performance', BY_HAND);
  const text = existsSync(byHand) ? readFileSync(byHand, 'utf8') : undefined;
  return page(keptRun(directory), text);
}
