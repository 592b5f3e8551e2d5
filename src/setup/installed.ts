import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Agent } from './agent.js';
import type { Machine } from './machine.js';

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
