import { z } from 'zod';
import { groupBy } from '../load/groupBy.js';
import { type DataFiles, type Read, readJson } from './dataFiles.js';
import { type Dialogue, readDialogues, type Turn } from './dialogues.js';

/** A question and what answers it. */
export interface Question {
  /** Unlike that of any other question of the set. */
  readonly id: string;
  readonly text: string;
  readonly type: string;
  /** Searches only this project; undefined searches the whole vault. */
  readonly project: string | undefined;
  /** Dialogues that answer it; none for a question that has no answer. */
  readonly sessions: ReadonlySet<string>;
  /** Turns that answer it; none unless the file says which. */
  readonly turns: ReadonlySet<Turn>;
}

export interface Dataset {
  readonly dialogues: readonly Dialogue[];
  readonly questions: readonly Question[];
  /** What was left out, one line each: evidence that names no turn. */
  readonly notes: readonly string[];
}

/** Reads both files of a data set. Throws an error that lists all problems. */
export function readDataset(files: Pick<DataFiles, 'sessions' | 'questions'>): Dataset {
  const dialogues = readDialogues(files.sessions);
  const read = readQuestions(files.questions, dialogues.value);
  if (dialogues.value && read.value) return { dialogues: dialogues.value, ...read.value };
  const problems = [...dialogues.problems, ...read.problems];
  throw new Error(['the data set cannot be used:', ...problems].join('\n'));
}

const Ids = z.array(z.string()).nullish();
const QuestionRow = z.object({
  questionId: z.string().min(1, 'must not be empty').nullish(),
  question: z.string().refine((text) => text.trim() !== '', 'must not be blank'),
  questionType: z.union([z.string(), z.number().transform(String)]).nullish(),
  answerSessionIds: Ids,
  haystackSessionIds: Ids,
  evidence: Ids,
  project: z.string().nullish(),
  metadata: z.object({ project: z.string().nullish() }).nullish(),
});

const Questions = z
  .array(QuestionRow)
  .min(1, 'holds no questions')
  .superRefine((questions, ctx) => {
    const seen = new Set<string>();
    for (const [i, row] of questions.entries()) {
      const path = [i, 'questionId'];
      const id = idOf(row, i);
      if (seen.has(id)) ctx.addIssue({ code: 'custom', path, message: 'comes twice' });
      seen.add(id);
    }
  });

/**
 * The questions of a file, an array of `{question, questionId?, questionType?, answerSessionIds? |
 * haystackSessionIds?, evidence?, project? | metadata.project?}`. A question without an id has its number. Evidence is ids
 * of turns; without session ids, the dialogues of the evidence count as the answer. Evidence that names no turn is noted
 * and left out, since published sets have some; a session that does not exist, and evidence that could be one of several
 * turns, is a problem. Without dialogues only the shape of the file is checked.
 */
function readQuestions(
  file: string,
  dialogues: readonly Dialogue[] | undefined,
): Read<Omit<Dataset, 'dialogues'>> {
  const { value, problems } = readJson(file, Questions);
  if (value === undefined) return { problems };
  if (dialogues === undefined) return { value: { questions: [], notes: [] }, problems: [] };
  const known = new Set(dialogues.map(({ sessionId }) => sessionId));
  const turns = groupBy(
    dialogues.flatMap((dialogue) => dialogue.turns),
    ({ id }) => id ?? '',
  );
  const wrong: string[] = [];
  const notes: string[] = [];
  const questions = value.map((row, i): Question => {
    const project = row.project ?? row.metadata?.project ?? undefined;
    const given = row.answerSessionIds ?? row.haystackSessionIds ?? undefined;
    for (const id of given ?? []) {
      if (!known.has(id)) wrong.push(`${file}: [${i}] names session ${id}, which there is not`);
    }
    const found = new Set<Turn>();
    for (const id of new Set(row.evidence)) {
      const named = (turns.get(id) ?? []).filter(
        (turn) =>
          (given === undefined || given.includes(turn.sessionId)) &&
          (project === undefined || turn.project === project),
      );
      if (named.length > 1) wrong.push(`${file}: [${i}].evidence ${id} is ${named.length} turns`);
      const [turn] = named;
      if (turn) found.add(turn);
      else notes.push(`${file}: [${i}].evidence ${id} names no turn`);
    }
    const sessions = new Set(given ?? [...found].map(({ sessionId }) => sessionId));
    const type = row.questionType ?? 'untyped';
    return { id: idOf(row, i), text: row.question, type, project, sessions, turns: found };
  });
  return wrong.length > 0 ? { problems: wrong } : { value: { questions, notes }, problems: [] };
}

/** Its own, or its number in the file, counted from 1. */
function idOf({ questionId }: z.infer<typeof QuestionRow>, i: number): string {
  return questionId ?? `${i + 1}`;
}
