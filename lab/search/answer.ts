import type { Question } from './dataset.js';
import type { Engine } from './engine.js';
import type { Answered } from './score.js';

/** The answers of an engine to all questions. */
export interface Answers {
  readonly name: string;
  readonly answered: readonly Answered[];
}

/** Asks an engine all questions, one after the other. */
export async function answer(engine: Engine, questions: readonly Question[]): Promise<Answers> {
  const answered: Answered[] = [];
  for (const question of questions) answered.push({ question, found: await engine.ask(question) });
  return { name: engine.name, answered };
}
