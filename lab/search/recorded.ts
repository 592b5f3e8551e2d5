import { existsSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { type DataFiles, digestOf, readJson } from './dataFiles.js';
import type { Figures, Values } from './figures.js';

const ByQuestion = z.record(z.string(), z.number().min(0).max(1));

const Run = z.object({
  /** What was asked: `digestOf` the files. */
  files: z.string(),
  'recall@10': ByQuestion,
  MRR: ByQuestion,
});

/** How the product answered the questions of one data set. */
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

/** What to keep of the product's figures. */
export function runOf(files: DataFiles, figures: Figures): Run {
  const kept = (values: Values) =>
    Object.fromEntries([...values].map(([id, value]) => [id, round(value)]));
  return {
    files: digestOf(files),
    'recall@10': kept(figures['recall@10']),
    MRR: kept(figures.MRR),
  };
}

/** The figures of the last recorded run of a set; a sentence when there is none that was asked the same. */
export function lastFigures(files: DataFiles, recorded: Recorded): Figures | string {
  const last = recorded[files.name];
  if (!last) return `${files.name} was never recorded.`;
  if (last.files !== digestOf(files)) return `${files.name} was recorded with other files.`;
  const values = (byQuestion: Run['MRR']) => new Map(Object.entries(byQuestion));
  return { 'recall@10': values(last['recall@10']), MRR: values(last.MRR) };
}

/** Figures differ by thousandths at least, as long as a question has at most some thirty answers. */
const round = (value: number) => Math.round(value * 1e4) / 1e4;
