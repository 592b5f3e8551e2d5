import type { Asked } from '../search/searchQueries.js';

/** A server, and how it is started. */
export interface Startable {
  readonly name: string;
  start(place: Place): Command;
  /** The path that answers 200 when it is ready. */
  readonly ready: string;
  /** Where notes are sent to. All take the same fields. */
  readonly saves: string;
  /** Headers of the `n`th request. */
  headers?(n: number): Readonly<Record<string, string>>;
}

/** A program that keeps notes behind an HTTP API of its own, and how it is asked. */
export interface Peer extends Startable {
  /** Where its program is found; undefined for this service. */
  readonly program?: Program;
  /** What it promises when it has answered a save, and where that is said. */
  readonly promise: string;
  /** What a reader of its figures has to know besides. */
  readonly remark: string;
  /** Starts a work session, to which notes belong. */
  session(project: string, n: number): Post;
  /** The id of a session that was started. Throws when the answer has none. */
  sessionIn(answer: unknown): string;
  /** How many saves it takes at a time without refusing some; more than 16 are not needed. */
  readonly together: number;
  search(asked: Asked, limit: number): string;
  /** The path of what it gives an agent that begins to work on a project. */
  context(project: string): string;
  /** Number of notes in the answer to a search. Throws when it is of another shape. */
  hitsIn(answer: unknown): number;
  /** The path that says how many notes it holds. */
  readonly counts: string;
  /** That number in its answer. Throws when there is none. */
  notesIn(answer: unknown): number;
}

export interface Program {
  /** The variable of the environment that names its path. */
  readonly variable: string;
  /** Its name on the PATH. */
  readonly name: string;
  /** The repository of its sources, and the package in it. */
  readonly source: string;
  readonly main: string;
}

/** What a server gets: all of it is its own. */
export interface Place {
  /** An empty directory for its data, which is its home, too. */
  readonly directory: string;
  readonly port: number;
}

export interface Command {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Post {
  readonly path: string;
  readonly body: string;
}

/** Notes that a search shows: engram gives no more. */
export const HITS = 20;
