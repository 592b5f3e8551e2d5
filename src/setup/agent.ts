import { accessSync, constants } from 'node:fs';
import { delimiter, join, posix, win32 } from 'node:path';
import type { Launch } from './launch.js';
import type { WantedFile } from './wantedFile.js';

/** The agents that can be set up, as they are named on the command line. */
export const AGENT_NAMES = [
  'claude-code',
  'codex',
  'gemini',
  'opencode',
  'cursor',
  'vscode',
  'windsurf',
  'zed',
] as const;

export type AgentName = (typeof AGENT_NAMES)[number];

/** What setup has to know of one agent. `agents/` holds nothing else. */
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

/** What decides where an agent keeps its files. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  /** The home directory of the user. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True for a file or folder that is there, unless setup itself made it. */
  exists(path: string): boolean;
}

/** Joins a path as the platform writes it. */
export function joined({ platform }: Pick<Machine, 'platform'>, ...parts: readonly string[]) {
  return (platform === 'win32' ? win32 : posix).join(...parts);
}

/** A path below the home directory. */
export function inHome(machine: Machine, ...parts: readonly string[]): string {
  return joined(machine, machine.home, ...parts);
}

/** A path in the folder that the variable `name` gives, by default in one below the home directory. */
export function inFolder(
  machine: Machine,
  name: string,
  byDefault: string,
  ...parts: readonly string[]
): string {
  return joined(machine, machine.env[name] || inHome(machine, byDefault), ...parts);
}

/** A path in the folder for settings of this user, where a program follows the XDG rules on every platform. */
export function inXdgConfig(machine: Machine, ...parts: readonly string[]): string {
  return inFolder(machine, 'XDG_CONFIG_HOME', '.config', ...parts);
}

/** A path in the folder where Windows keeps the settings of programs. */
export function inAppData(machine: Machine, ...parts: readonly string[]): string {
  return joined(machine, machine.env.APPDATA || inHome(machine, 'AppData', 'Roaming'), ...parts);
}

/** True when a program or a folder of the agent is on this machine. */
export function isInstalled(agent: Agent, machine: Machine): boolean {
  return (
    agent.programs.some((name) => findProgram(name, machine) !== undefined) ||
    agent.folders(machine).some(machine.exists)
  );
}

/** The path of a program in PATH; undefined when there is none of that name. */
export function findProgram(name: string, { env, platform }: Machine): string | undefined {
  const endings = platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders
    .flatMap((folder) => endings.map((ending) => join(folder, `${name}${ending}`)))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
