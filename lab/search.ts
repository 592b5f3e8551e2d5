import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, Option } from 'commander';
import { client } from '../tools/client.js';
import { inTemporaryVault } from '../tools/server/inTemporaryVault.js';
import { untilInterrupted } from '../tools/untilInterrupted.js';
import { type DataFiles, dataFilesIn, dataFilesOf } from './search/dataFiles.js';
import { figuresOf, levelOf } from './search/figures.js';
import { kindsOf } from './search/kinds.js';
import { plainOr, plainOrByProject } from './search/plainOr.js';
import { readDataset } from './search/questions.js';
import {
  lastFigures,
  type Recorded,
  type Run,
  readRecorded,
  runOf,
  writeRecorded,
} from './search/recorded.js';
import { loadDialogues, service } from './search/service.js';
import { type JudgedSet, LEGEND, summary } from './search/summary.js';

interface Options {
  readonly data?: string;
  readonly byKind: boolean;
  readonly record: boolean;
}

/** The data sets of this repository. */
const OWN = fileURLToPath(new URL('../test/fixtures/dialogues/', import.meta.url));
const RECORDED = fileURLToPath(new URL('search/recorded.json', import.meta.url));

export const program = new Command()
  .description(
    'Load dialogues and notes into new vaults and measure how well search answers questions, beside plain OR and the ' +
      'last recorded run. Without files: the data sets of this repository and those of --data.',
  )
  .argument('[sessions]', 'one set: JSON array of {sessionId, metadata: {date, project}, messages}')
  .argument('[questions]', 'its JSON array of {question, haystackSessionIds, evidence, …}')
  .addOption(
    new Option(
      '--data <folder>',
      'folder of further sets: NAME_sessions.json and NAME_questions.json',
    ).env('VAULT_EVAL_DATA'),
  )
  .option('--by-kind', 'a table by kinds of notes and of questions, too', false)
  .option('--record', 'make this run the one that later runs are compared with', false)
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

async function run(
  files: readonly DataFiles[],
  { byKind, record }: Options,
  signal: AbortSignal,
): Promise<void> {
  const recorded = readRecorded(RECORDED);
  const sets: JudgedSet[] = [];
  const runs: Record<string, Run> = {};
  for (const one of files) {
    const set = await judged(one, recorded, signal);
    sets.push(set);
    runs[one.name] = runOf(one, set.product);
  }
  console.log(`\n${LEGEND}\n\n${summary(sets)}`);
  if (byKind) console.log(`\n${summary(sets, true)}`);
  if (!record) return;
  writeRecorded(RECORDED, { ...recorded, ...runs });
  console.log(`\nRecorded in ${relative(process.cwd(), RECORDED)}.`);
}

/** Asks a new service with the notes of a set, and both kinds of plain OR, all of its questions. */
async function judged(
  files: DataFiles,
  recorded: Recorded,
  signal: AbortSignal,
): Promise<JudgedSet> {
  const dataset = readDataset(files);
  const { dialogues, questions, notes } = dataset;
  const turns = dialogues.flatMap((dialogue) => dialogue.turns);
  console.log(`${files.name}: ${questions.length} questions about ${turns.length} notes.`);
  for (const note of notes) console.log(`left out: ${note}`);
  const level = levelOf(questions);
  const product = await inTemporaryVault(async ({ start, options: { adminKey } }) => {
    const { vault } = client({ url: (await start()).url, adminKey, signal });
    return figuresOf(service(vault, await loadDialogues(vault, dialogues)), questions, level);
  }, signal);
  return {
    name: files.name,
    level,
    product,
    kinds: kindsOf(dataset, level),
    plainOr: await figuresOf(plainOr(turns), questions, level),
    byProject: await figuresOf(plainOrByProject(turns), questions, level),
    last: lastFigures(files, recorded),
  };
}
