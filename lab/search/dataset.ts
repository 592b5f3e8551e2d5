/** A message of a dialogue. Compared by identity: ids need not be unique across dialogues. */
export interface Turn {
  /** `sessionId` of its dialogue. */
  readonly sessionId: string;
  readonly project: string;
  /** The id in the file, if it has one. */
  readonly id: string | undefined;
  readonly speaker: string;
  /** Speaker and day, such as `assistant, 2025-01-15`. */
  readonly title: string;
  /** Never blank. */
  readonly text: string;
  /** Milliseconds since 1970; undefined when the dialogue has no date. */
  readonly at: number | undefined;
}

/** A conversation; blank turns are left out. */
export interface Dialogue {
  readonly sessionId: string;
  readonly project: string;
  readonly turns: readonly Turn[];
}

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
