import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expectedSeconds, type Times } from './times.js';

/** One of equal parts: the first of four is `{ part: 1, of: 4 }`. */
export interface Part {
  readonly part: number;
  readonly of: number;
}

/** Reads `2/4`; undefined for anything else. */
export function parsePart(text: string): Part | undefined {
  const [, part, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? [];
  const parsed = { part: Number(part), of: Number(of) };
  return parsed.part >= 1 && parsed.part <= parsed.of ? parsed : undefined;
}

/**
 * What `npm test` leaves for later, by its paths: the files that it does not run, and those that it runs with fewer cases
 * (they ask `test/support/depth.ts`, which only test files do).
 */
export function restOf(root: string): string[] {
  return readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file.split(sep).join('/')}`)
    .filter((file) => file.endsWith('.test.ts'))
    .filter(
      (file) =>
        file.endsWith('.all.test.ts') ||
        readFileSync(join(root, file), 'utf8').includes("/support/depth.js'"),
    )
    .sort();
}

/**
 * The files of one part. All parts together are all files, each once, and take about the same time by the recorded
 * seconds: the longest files are dealt first, each to the part that has least so far.
 */
export function filesOf({ part, of }: Part, files: readonly string[], times: Times): string[] {
  const seconds = expectedSeconds(times.all);
  const longestFirst = [...files].sort((one, other) => seconds(other) - seconds(one));
  const parts = Array.from({ length: of }, () => ({ seconds: 0, files: [] as string[] }));
  for (const file of longestFirst) {
    const least = parts.reduce((one, other) => (other.seconds < one.seconds ? other : one));
    least.seconds += seconds(file);
    least.files.push(file);
  }
  return parts[part - 1]?.files.sort() ?? [];
}
