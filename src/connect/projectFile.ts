import { dirname, join } from 'node:path';
import { readSmallFile } from './readSmallFile.js';

/** What a `.memory-vault.json` says of the folder that it lies in and of those below. */
export interface ProjectFile {
  readonly path: string;
  readonly project?: string;
  /** False where the first prompt of a session is not to be kept as its goal. */
  readonly goal?: boolean;
  /** A sentence for the user, where the file cannot be read as one. Then it says nothing else. */
  readonly warning?: string;
}

const NAME = '.memory-vault.json';
/** The folders that are looked at on the way up. */
const MAX_DEPTH = 64;
/** Code units of a project's name, as the service takes it. */
export const LONGEST_NAME = 200;

/** The nearest `.memory-vault.json`, in a folder or above it. */
export function nearestProjectFile(folder: string): ProjectFile | undefined {
  for (const above of upFrom(folder)) {
    const path = join(above, NAME);
    const text = readSmallFile(path);
    if (text !== undefined) return readProjectFile(path, text);
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
    // Editors of Windows begin a file with a mark.
    read = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return { path, warning: `${path} is not JSON: it should be {"project": "…"}` };
  }
  const { project, goal } = (read ?? {}) as Record<string, unknown>;
  if (project !== undefined && !isName(project)) {
    const rule = `"project" must be a text of 1 to ${LONGEST_NAME} characters`;
    return { path, warning: `${path} names no project: ${rule}` };
  }
  return {
    path,
    ...(project !== undefined && { project: project.trim() }),
    ...(typeof goal === 'boolean' && { goal }),
  };
}

/** True for a text that can be the name of a project. */
export function isName(name: unknown): name is string {
  if (typeof name !== 'string' || !name.isWellFormed() || name.includes('\0')) return false;
  return name.trim().length > 0 && name.trim().length <= LONGEST_NAME;
}
