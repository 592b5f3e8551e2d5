import { existsSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import type { Figures, Values } from './figuresOf.js';
import { readJson } from './readJson.js';

const ByQuestion = z.record(z.string(), z.number().min(0).max(1));

const Run = z.object({
  /** What was asked: `digestOf` the files, and the number of hits. */
  files: z.string(),
  hits: z.number().int(),
  'recall@10': ByQuestion,
  MRR: ByQuestion,
});

/** How the service answered the questions of one data set. */
export type Run = z.infer<typeof Run>;

/** The last recorded runs, by the name of the data set. */
export type Recorded = Readonly<Record<string, Run>>;

/** Reads the recorded runs; there are none without the file. Throws an error that lists what is wrong with it. */
export function readRecorded(file: string): Recorded {
  if (!existsSync(file)) return {};
  const { value, problems } = readJson(file, z.record(z.string(), Run));
  if (value) return value;
  throw new Error(['the recorded runs cannot be used:', ...problems].join('\n'));
}

/** Writes the recorded runs, in the order of their names. */
export function writeRecorded(file: string, recorded: Recorded): void {
  const sorted = Object.fromEntries(Object.entries(recorded).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** What to keep of figures. */
export function runOf(figures: Figures, asked: Pick<Run, 'files' | 'hits'>): Run {
  const kept = (values: Values) =>
    Object.fromEntries([...values].map(([id, value]) => [id, round(value)]));
  return { ...asked, 'recall@10': kept(figures['recall@10']), MRR: kept(figures.MRR) };
}

/** Figures differ by thousandths at least, as long as a question has at most some thirty answers. */
const round = (value: number) => Math.round(value * 1e4) / 1e4;
