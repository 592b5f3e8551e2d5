import type { Question, Turn } from './dataset.js';

/** What an engine answers. */
export interface Found {
  /** Best first, at most as many as were asked for. */
  readonly turns: readonly Turn[];
  /** Why there is no answer: a status other than 2xx, a syntax error. */
  readonly error?: string;
  /** How the engine says it read the question. */
  readonly readAs?: string;
}

/** Something that finds turns. */
export interface Engine {
  readonly name: string;
  /** Throws only when there is nothing to be had from the engine any more. */
  ask(question: Question): Promise<Found>;
}
