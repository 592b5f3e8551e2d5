import type { Question, Turn } from './dataset.js';

/** The answer of an engine. */
export interface Found {
  /** Best first, at most as many as were requested. */
  readonly turns: readonly Turn[];
  /** Why there is no answer: a status other than 2xx, a syntax error. */
  readonly error?: string;
  /** How the engine interpreted the question, if it says so. */
  readonly readAs?: string;
}

/** What an engine is told of a question. */
export type Asked = Pick<Question, 'text' | 'project'>;

/** A search engine for turns. */
export interface Engine {
  readonly name: string;
  /** Throws only when the engine cannot answer any further question. */
  ask(question: Asked): Promise<Found>;
}
