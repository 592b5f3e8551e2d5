import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isAddressable } from '../domain/projectKey.js';
import { readSmallFile } from './readSmallFile.js';

/** What a `.memory-vault.json` says of the folder that it lies in and of those below. */
export interface ProjectFile {
  readonly path: string;
  readonly project?: string;
  /** False where the first prompt of a session is not to be kept as its goal, or where the file may say so unreadably. */
  readonly goal?: false;
  /** A sentence for the user, where the file names no project that can be read. */
  readonly warning?: string;
}

const NAME = '.memory-vault.json';
const SHAPE = 'it should be a small file with {"project": "…"}';
/** The folders that are looked at on the way up. */
const MAX_DEPTH = 64;
/** Code units of a project's name, as the service takes it. */
const LONGEST_NAME = 200;
export const NAME_RULE = `must be a text of 1 to ${LONGEST_NAME} characters, and not "." or ".."`;

/** The nearest `.memory-vault.json`, in a folder or above it. */
export function nearestProjectFile(folder: string): ProjectFile | undefined {
  for (const above of upFrom(folder)) {
    const path = join(above, NAME);
    const text = readSmallFile(path);
    if (text !== undefined) return readProjectFile(path, text);
    if (existsSync(path)) return { path, goal: false, warning: `${path} cannot be read: ${SHAPE}` };
  }
  return undefined;
}

/** A folder and those above it, at most 64. */
export function* upFrom(folder: string): Generator<string> {
  let at = folder;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    yield at;
    if (dirname(at) === at) return;
    at = dirname(at);
  }
}

function readProjectFile(path: string, text: string): ProjectFile {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return { path, goal: false, warning: `${path} is not JSON: ${SHAPE}` };
  }
  const { project, goal } = (read ?? {}) as Record<string, unknown>;
  // Who wrote "no" wants none, either.
  const keepsNone = goal !== undefined && goal !== true;
  const said = { path, ...(keepsNone && { goal: false as const }) };
  if (project !== undefined && !isName(project)) {
    return { ...said, warning: `${path} names no project: "project" ${NAME_RULE}` };
  }
  return { ...said, ...(project !== undefined && { project: project.trim() }) };
}

/** True for a text that can be the name of a project. */
export function isName(name: unknown): name is string {
  if (typeof name !== 'string' || !name.isWellFormed() || name.includes('\0')) return false;
  const { length } = name.trim();
  return length > 0 && length <= LONGEST_NAME && isAddressable(name.trim());
}
