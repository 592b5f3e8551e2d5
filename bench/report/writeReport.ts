import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { page, type Run } from './page.js';

/** Written by people, and taken into the report as it is. */
const BY_HAND = 'where-the-time-goes.md';

/** Writes `performance.md` with its plots and its figures into a directory. */
export function writeReport(directory: string, run: Run): void {
  const beside = join(directory, 'performance');
  mkdirSync(beside, { recursive: true });
  const byHand = join(beside, BY_HAND);
  const { text, plots } = page(run, existsSync(byHand) ? readFileSync(byHand, 'utf8') : undefined);
  writeFileSync(join(directory, 'performance.md'), text);
  for (const [name, svg] of plots) writeFileSync(join(beside, name), svg);
  writeFileSync(join(beside, 'figures.json'), `${JSON.stringify(run, null, 2)}\n`);
}
