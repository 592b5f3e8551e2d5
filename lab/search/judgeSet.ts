import { type DataFiles, digestOf } from './dataFiles.js';
import type { Dataset } from './dataset.js';
import type { Evaluation } from './evaluate.js';
import { type Figures, figuresOf } from './figuresOf.js';
import { type Recorded, type Run, runOf } from './recorded.js';
import { type Level, levelOf } from './score.js';

/** How a data set was answered, and how it was before. */
export interface JudgedSet {
  readonly name: string;
  readonly level: Level;
  readonly service: Figures;
  readonly plainOr: Figures;
  /** Questions that were refused. */
  readonly errors: { readonly service: number; readonly plainOr: number };
  readonly cost: Evaluation['cost'];
  /** This run of the service, as it is recorded. */
  readonly run: Run;
  /** The last recorded run; a sentence when there is none that this one can be compared with. */
  readonly last: Run | string;
}

/** Judges the answers to a data set at its level. `hits` is the number that was asked for. */
export function judgeSet(
  files: DataFiles,
  { questions }: Dataset,
  { service, plainOr, cost }: Evaluation,
  { hits, recorded }: { readonly hits: number; readonly recorded: Recorded },
): JudgedSet {
  const level = levelOf(questions);
  const figures = figuresOf(service.answered, level);
  const run = runOf(figures, { files: digestOf(files), hits });
  return {
    ...{ name: files.name, level, service: figures, cost, run },
    plainOr: figuresOf(plainOr.answered, level),
    errors: { service: errorsIn(service), plainOr: errorsIn(plainOr) },
    last: lastRun(files.name, run, recorded),
  };
}

function lastRun(name: string, run: Run, recorded: Recorded): Run | string {
  const last = recorded[name];
  if (!last) return `${name} was never recorded`;
  if (last.files !== run.files) return `${name} was recorded with other files`;
  if (last.hits !== run.hits) return `${name} was recorded with --k ${last.hits}`;
  return last;
}

const errorsIn = ({ answered }: Evaluation['service']) =>
  answered.filter(({ found }) => found.error !== undefined).length;
