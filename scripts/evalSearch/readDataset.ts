import type { Dataset } from './dataset.js';
import { readDialogues } from './readDialogues.js';
import { readQuestions } from './readQuestions.js';

/** Reads both files of a data set. Throws an error that lists everything that is wrong with them. */
export function readDataset(sessions: string, questions: string, project: string): Dataset {
  const dialogues = readDialogues(sessions, project);
  const asked = readQuestions(questions, dialogues.value);
  if (dialogues.value && asked.value) return { dialogues: dialogues.value, ...asked.value };
  const problems = [...dialogues.problems, ...asked.problems];
  throw new Error(['the data set cannot be used:', ...problems].join('\n'));
}
