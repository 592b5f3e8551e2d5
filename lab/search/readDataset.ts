import type { Dataset } from './dataset.js';
import { readDialogues } from './readDialogues.js';
import { readQuestions } from './readQuestions.js';

/** Reads both files of a data set. Throws an error that lists all problems. */
export function readDataset(sessions: string, questions: string, project: string): Dataset {
  const dialogues = readDialogues(sessions, project);
  const read = readQuestions(questions, dialogues.value);
  if (dialogues.value && read.value) return { dialogues: dialogues.value, ...read.value };
  const problems = [...dialogues.problems, ...read.problems];
  throw new Error(['the data set cannot be used:', ...problems].join('\n'));
}
