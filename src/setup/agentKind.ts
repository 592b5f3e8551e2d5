import type { Agent as HookAgent, HookEvent } from '../hook/agentProtocol.js';
import type { AgentName, MachinePath } from './agent.js';
import type { Shell } from './hookCommand.js';
import type { ServerEntry } from './launch.js';
import type { Json, JsonObject } from './wantedFile.js';

/** What setup has to know of one agent. */
export interface Agent {
  /** As its makers write it. */
  readonly title: string;
  /** Programs whose presence in PATH says that the agent is installed. */
  readonly programs: readonly string[];
  /** Folders whose presence says so. */
  readonly folders: readonly MachinePath[];
  /** The files with the entry of the MCP server. */
  readonly servers: readonly ServerPlace[];
  readonly hooks?: HookPlace;
  /** The file of a plugin that runs the hooks, for an agent whose hooks are no commands. */
  readonly plugin?: MachinePath;
  /** The file with the tools that it may call unasked, in `permissions.allow`. */
  readonly allow?: MachinePath;
  /** What the agent itself says about its MCP servers: a program and its arguments. */
  readonly list?: readonly [string, ...string[]];
  /** What else the user has to do or to know, one sentence each. The options are those asked for. */
  advice(options: { readonly hooks: boolean; readonly allow: boolean }): readonly string[];
  /** The file in a project from which the agent reads instructions, with `/`. */
  readonly instructions: string;
}

/** A file of JSON, or by its name of TOML or YAML, with the entry of the server in the object that has the key `key`. */
interface ServerPlace {
  readonly file: MachinePath;
  /** Another name of the file, which is taken where there is one. */
  readonly orElse?: MachinePath;
  /** The file is written only where this folder is there. */
  readonly where?: MachinePath;
  readonly key: string;
  /** The entry as the agent writes it; by default as most do. */
  readonly entry?: (entry: ServerEntry) => JsonObject;
  /** What a file holds besides, when setup makes it. */
  readonly seed?: JsonObject;
}

/** How the agents of one shape write their hooks. */
export interface HookPlace {
  readonly file: MachinePath;
  /** Another agent, whose file and hooks it shares. By default its own name. */
  readonly as?: HookAgent;
  /** The shell that the agent gives a hook to on Windows; elsewhere, it is a POSIX shell. */
  readonly onWindows: Shell;
  /** The agent's own name of each event that it has. */
  readonly events: Readonly<Partial<Record<HookEvent, string | ToolEvent>>>;
  /** The hook as an element of the array of its event. Its matcher says for which tools it runs. */
  element(command: string, seconds: number, event: HookEvent, matcher?: string): Json;
  /** A property at the root of the file without which the agent does not read it. */
  readonly needed?: readonly [key: string, value: Json];
}

/** An event of the tools of an agent, and a regular expression for the names of those that it is for. */
export interface ToolEvent {
  readonly name: string;
  readonly matcher: string;
}

/** A file in a folder that each platform has elsewhere. */
export function below(
  { linux, darwin, win32 }: Exclude<MachinePath, string>,
  name: string,
): MachinePath {
  return { linux: `${linux}/${name}`, darwin: `${darwin}/${name}`, win32: `${win32}/${name}` };
}

/** The hooks of Copilot. VS Code and Copilot CLI read every file of this folder, so that one is for both. */
export const COPILOT_HOOKS: HookPlace = {
  as: 'vscode',
  file: '{COPILOT_HOME:~/.copilot}/hooks/memory-vault.json',
  onWindows: 'powershell',
  events: { 'session-start': 'SessionStart', prompt: 'UserPromptSubmit', stop: 'Stop' },
  element: (command, timeout) => ({ type: 'command', command, timeout }),
  needed: ['version', 1],
};

/** What somebody has to know of an agent that gets no hooks. */
export const withoutHooks = (name: AgentName, title: string): string =>
  `${title} gets no hooks. In a project, \`memory-vault setup ${name} --instructions\` tells the agent when to remember.`;
