import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError, Option } from 'commander';
import { untilInterrupted } from '../tools/untilInterrupted.js';
import { type DataFiles, dataFilesIn, dataFilesOf } from './search/dataFiles.js';
import { evaluate } from './search/evaluate.js';
import { type JudgedSet, judgeSet } from './search/judgeSet.js';
import { readDataset } from './search/readDataset.js';
import { type Recorded, readRecorded, writeRecorded } from './search/recorded.js';
import { summary } from './search/summary.js';
import { typeReport } from './search/typeReport.js';

interface Options {
  readonly data?: string;
  readonly byType: boolean;
  readonly record: boolean;
  readonly k: number;
  readonly project: string;
}

/** The data sets of this repository. */
const OWN = fileURLToPath(new URL('../test/fixtures/dialogues/', import.meta.url));
const RECORDED = fileURLToPath(new URL('search/recorded.json', import.meta.url));

export const program = new Command()
  .description(
    'Load dialogues into new vaults and measure how well search answers questions, beside plain OR and the last ' +
      'recorded run. Without files: the data sets of this repository and those of --data.',
  )
  .argument('[sessions]', 'one set: JSON array of {sessionId, metadata: {date, project}, messages}')
  .argument('[questions]', 'its JSON array of {question, haystackSessionIds, evidence, …}')
  .addOption(
    new Option(
      '--data <folder>',
      'folder of further sets: NAME_sessions.json and NAME_questions.json',
    ).env('VAULT_EVAL_DATA'),
  )
  .option('--by-type', 'tables for each type of question, too', false)
  .option('--record', 'make this run the one that later runs are compared with', false)
  .option('--k <hits>', 'number of hits to ask for, at least 10', hits, 100)
  .option('--project <name>', 'project of dialogues without one', 'eval')
  .action((sessions: string | undefined, questions: string | undefined, options: Options) =>
    untilInterrupted((signal) => run(filesOf(sessions, questions, options), options, signal)),
  );

function filesOf(
  sessions: string | undefined,
  questions: string | undefined,
  { data }: Options,
): readonly DataFiles[] {
  // An empty variable counts as not set.
  if (sessions === undefined) return dataFilesIn(data ? [OWN, data] : [OWN]);
  if (questions === undefined) throw new Error(`name the file of questions for ${sessions}, too`);
  return [dataFilesOf(sessions, questions)];
}

async function run(files: readonly DataFiles[], options: Options, signal: AbortSignal) {
  const recorded = readRecorded(RECORDED);
  const sets: JudgedSet[] = [];
  for (const one of files) sets.push(await judged(one, recorded, options, signal));
  console.log(`\n${summary(sets)}`);
  if (!options.record) return;
  const runs = Object.fromEntries(sets.map(({ name, run }) => [name, run]));
  writeRecorded(RECORDED, { ...recorded, ...runs });
  console.log(`\nRecorded in ${relative(process.cwd(), RECORDED)}.`);
}

async function judged(
  files: DataFiles,
  recorded: Recorded,
  { byType, k, project }: Options,
  signal: AbortSignal,
): Promise<JudgedSet> {
  const dataset = readDataset(files.sessions, files.questions, project);
  const turns = dataset.dialogues.reduce((sum, dialogue) => sum + dialogue.turns.length, 0);
  const evaluation = await evaluate(dataset, { k, timed: true, signal });
  console.log(
    `${files.name}: ${turns} turns in ${dataset.dialogues.length} sessions, loaded in ` +
      `${evaluation.loadSeconds.toFixed(1)} s; ${dataset.questions.length} questions.`,
  );
  for (const note of dataset.notes) console.log(`left out: ${note}`);
  if (byType) console.log(`${typeReport(evaluation, k)}\n`);
  return judgeSet(files, dataset, evaluation, { hits: k, recorded });
}

function hits(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 10 && value <= 100) return value;
  throw new InvalidArgumentError('must be a whole number from 10 to 100.');
}
