/** The agents whose transcripts are read, as their hooks call them. */
export const TRANSCRIPT_AGENTS = ['claude-code', 'codex', 'gemini', 'opencode'] as const;
export type TranscriptAgent = (typeof TRANSCRIPT_AGENTS)[number];

/** A conversation that an agent has kept on this machine. */
export interface Transcript {
  readonly agent: TranscriptAgent;
  /** Where it lies, for a report: a file, or a file and what the conversation is called in it. */
  readonly place: string;
  readonly bytes: number;
  /** When it was last written, in milliseconds since 1970. */
  readonly modified: number;
  /** What was said in it, from its beginning, read while it is asked for. Throws where its file cannot be opened. */
  said(): AsyncIterable<Said>;
}

/**
 * One thing that a transcript says, in one shape for all agents. `at` is in milliseconds since 1970; `place` names it in its
 * conversation, also when that has grown.
 */
export type Said = About | Words | Call | Result | Unread;

/** What a transcript says of the conversation itself. What it does not say is left out. */
export interface About {
  readonly kind: 'about';
  /** What the agent calls the conversation. */
  readonly session?: string | undefined;
  /** The folder that the agent works in. */
  readonly folder?: string | undefined;
  readonly branch?: string | undefined;
  readonly commit?: string | undefined;
  /** True where no person leads it: an agent has started it for a part of its own work. */
  readonly isPart?: boolean;
}

/** What a person asked, or the agent answered: no output of tools, and nothing that programs put in between. */
export interface Words {
  readonly kind: 'user' | 'assistant';
  readonly text: string;
  readonly at: number;
  readonly place: string;
}

/** A call of a tool that runs a command or changes files. Calls of other tools are left out. */
export interface Call {
  readonly kind: 'call';
  readonly call: string;
  /** The line of a shell. */
  readonly command?: string | undefined;
  /** The files that it changes, as the agent names them. */
  readonly files: readonly string[];
  readonly at: number;
  readonly place: string;
}

/** What came of a call. */
export interface Result {
  readonly kind: 'result';
  readonly call: string;
  /** Undefined where nobody can tell, such as for a call that was not allowed. */
  readonly failed: boolean | undefined;
  readonly output: string;
}

/** A part that is damaged, too long, or of a shape that nobody knows here. */
interface Unread {
  readonly kind: 'unread';
}

export const UNREAD: Unread = { kind: 'unread' };
