import type { Home } from '../home.js';
import type { AgentName } from '../installAgent.js';

/** How one agent is furnished and run without a terminal. */
export interface Agent {
  readonly name: AgentName;
  /** Writes what a user of it has already: with comments, and with an entry of others in every list that `setup` adds to. */
  furnish(home: Home, modelUrl: string): void;
  /** What it needs in its environment to ask the fake model. */
  env(modelUrl: string): Readonly<Record<string, string>>;
  /** The command line for one prompt. */
  args(prompt: string): readonly string[];
  /** The command line for a run in which no hook is trusted; undefined where hooks need no trust. */
  readonly argsWithoutTrust?: (prompt: string) => readonly string[];
  /** Why passive capture cannot be seen in a run without a terminal; undefined where it can. */
  readonly noPassive?: string;
  /** What has to be known about a run without a terminal, for the report. */
  readonly remarks: readonly string[];
}

/** The command of a hook that somebody else has written. */
export const FOREIGN_HOOK = 'true # a hook of somebody else';

/** An MCP server of somebody else, which cannot be started. */
export const FOREIGN_SERVER = { command: '/nonexistent/foreign-server', args: ['--stdio'] };
