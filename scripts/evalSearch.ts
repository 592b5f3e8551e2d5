import { basename } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { reasonOf } from '../tools/reasonOf.js';
import { untilInterrupted } from '../tools/untilInterrupted.js';
import { evaluate } from './evalSearch/evaluate.js';
import { readDataset } from './evalSearch/readDataset.js';
import { report } from './evalSearch/report.js';

interface Options {
  readonly k: number;
  readonly project: string;
}

const program = new Command('eval:search')
  .description('Load dialogues into a new vault and measure how well search answers questions.')
  .argument('<sessions>', 'JSON array of {sessionId, metadata: {date, project}, messages}')
  .argument('<questions>', 'JSON array of {question, questionType, haystackSessionIds, evidence}')
  .option('--k <hits>', 'number of hits to ask for', hits, 100)
  .option('--project <name>', 'project of dialogues without one', 'eval')
  .action((sessions: string, questions: string, options: Options) =>
    untilInterrupted((signal) => judge(sessions, questions, options, signal)),
  );

try {
  await program.parseAsync();
} catch (error) {
  console.error(`eval:search: ${reasonOf(error)}`);
  process.exitCode ||= 1;
}

async function judge(
  sessions: string,
  questions: string,
  { k, project }: Options,
  signal: AbortSignal,
): Promise<void> {
  const dataset = readDataset(sessions, questions, project);
  const turns = dataset.dialogues.reduce((sum, dialogue) => sum + dialogue.turns.length, 0);
  const evaluation = await evaluate(dataset, { k, signal });
  const { loadSeconds, askSeconds } = evaluation;
  console.log(
    `${basename(sessions)}: ${turns} turns in ${dataset.dialogues.length} sessions, loaded in ` +
      `${loadSeconds.toFixed(1)} s; ${basename(questions)} asked in ${askSeconds.toFixed(1)} s.`,
  );
  for (const note of dataset.notes) console.log(`left out: ${note}`);
  console.log(report(evaluation, k));
}

function hits(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 100) return value;
  throw new InvalidArgumentError('must be a whole number from 1 to 100.');
}
