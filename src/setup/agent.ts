import type { Launch } from './launch.js';
import type { Machine } from './machine.js';
import type { WantedFile } from './wantedFile.js';

/** The agents that can be set up, as they are named on the command line. */
export const AGENT_NAMES = [
  ...(['claude-code', 'codex', 'gemini', 'opencode'] as const),
  ...(['cursor', 'vscode', 'windsurf', 'zed'] as const),
] as const;

export type AgentName = (typeof AGENT_NAMES)[number];

/** What setup has to know of one agent. Its file in `agents/` holds nothing else. */
export interface Agent {
  /** As its makers write it. */
  readonly title: string;
  /** Programs whose presence in PATH says that the agent is installed. */
  readonly programs: readonly string[];
  /** Folders whose presence says so. */
  folders(machine: Machine): readonly string[];
  /** The files with the entry of the MCP server. */
  mcp(machine: Machine, launch: Launch): readonly WantedFile[];
  /** The files with the hooks; empty for an agent without. */
  hooks(machine: Machine, launch: Launch): readonly WantedFile[];
  /** The files with the tools that it may call unasked; left out for an agent without such a list. */
  allow?(machine: Machine): readonly WantedFile[];
  /** What the agent itself says about its MCP servers: a program and its arguments. */
  readonly list?: readonly [string, ...string[]];
  /** What else the user has to do or to know, one sentence each. The options are those asked for. */
  advice(options: { readonly hooks: boolean; readonly allow: boolean }): readonly string[];
  /** The file in a project from which the agent reads instructions, with `/`. */
  readonly instructions: string;
}
