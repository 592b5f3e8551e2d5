import type { ScriptedCall } from '../fakeModel/fakeModel.js';
import type { Home } from '../home.js';
import type { AgentName } from '../installAgent.js';

/** How one agent is furnished and run without a terminal. */
export interface Agent {
  readonly name: AgentName;
  /** Writes what a user of it has already: with comments, and with an entry of others in every list that `setup` adds to. */
  furnish(home: Home, modelUrl: string): void;
  /** What it needs in its environment to ask the fake model. */
  env(modelUrl: string): Readonly<Record<string, string>>;
  /**
   * What its user does to have the package of Memory Vault in the repository at `root`: command lines of its program, one after the other.
   * Writes what is no command. Undefined for an agent that has no package.
   */
  addPackage?(home: Home, root: string): readonly (readonly string[])[];
  /** The command line for one prompt. */
  args(prompt: string): readonly string[];
  readonly tools: OwnTools;
  /** The command line for a run in which no hook is trusted; undefined where hooks need no trust. */
  readonly argsWithoutTrust?: (prompt: string) => readonly string[];
  /** Why passive capture cannot be seen in a run without a terminal; undefined where it can. */
  readonly noPassive?: string;
  /** What has to be known about a run without a terminal, for the report. */
  readonly remarks: readonly string[];
}

/** How the model of an agent works with the agent's own tools. */
export interface OwnTools {
  /** The command line for one prompt in a run in which it may edit files and run commands unasked. */
  args(prompt: string): readonly string[];
  /** The same where no hook is trusted; undefined where hooks need no trust. */
  readonly argsWithoutTrust?: (prompt: string) => readonly string[];
  /** Replaces lines of a file in the project. */
  edit(edit: LineEdit): readonly ScriptedCall[];
  /** Runs a line of a shell in the project. */
  shell(command: string): ScriptedCall;
  /** What may be held back until the model has read a note about it. */
  readonly holds: readonly ('edit' | 'command')[];
  /** True where its model is told of notes about an edit only when that was made. */
  readonly isToldAfterEdit?: boolean;
}

/** An edit of a file. */
export interface LineEdit {
  readonly project: string;
  /** From the folder of the project. */
  readonly path: string;
  /** Whole lines, without the end of the last one. */
  readonly before: string;
  readonly after: string;
}

/** The command of a hook that somebody else has written. */
export const FOREIGN_HOOK = 'true # a hook of somebody else';

/** An MCP server of somebody else, which cannot be started. */
export const FOREIGN_SERVER = { command: '/nonexistent/foreign-server', args: ['--stdio'] };
