import { accessSync, constants } from 'node:fs';
import { delimiter, join, posix, win32 } from 'node:path';

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
  'copilot',
  'qwen',
  'amp',
  'goose',
  'kilo',
  'kiro',
  'cline',
  'antigravity',
] as const;

export type AgentName = (typeof AGENT_NAMES)[number];

/** What decides where an agent keeps its files. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  /** The home directory of the user. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** True for a file or folder that is there, unless setup itself made it. */
  exists(path: string): boolean;
}

/**
 * A path with `/`, on every platform or on each its own: `~` is the home directory, `{NAME:other}` the folder that the variable
 * NAME gives, or else `other`.
 */
export type MachinePath =
  | string
  | { readonly linux: string; readonly darwin: string; readonly win32: string };

/** A path as it is on a machine. */
export function pathOn({ platform, env, home }: Machine, path: MachinePath): string {
  const isWindows = platform === 'win32';
  const named =
    typeof path === 'string' ? path : path[isWindows || platform === 'darwin' ? platform : 'linux'];
  // Only in what is written here: a folder that a variable names may begin with `~`, or have a `$` in its name.
  const atHome = (text: string) => text.replace(/^~/, () => home);
  const given = atHome(named).replace(
    /^\{(\w+):([^}]*)\}/,
    (_, name: string, other: string) => env[name] || atHome(other),
  );
  return (isWindows ? win32 : posix).normalize(given);
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
