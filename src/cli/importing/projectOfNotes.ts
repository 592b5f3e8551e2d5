import { statSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { chosenProject } from '../../connect/chosenProject.js';

/** Where Claude Code keeps what it remembers of each folder; the folder's name is no project. */
const MEMORIES = `${sep}.claude${sep}projects${sep}`;

/**
 * The project of notes that were found at a path, chosen as for an agent that works there: files of two projects that have
 * the same name must not be the same notes. Undefined where there is none to choose, as for the memory folders of Claude
 * Code and for the home directory.
 */
export function projectOfNotes(path: string, env: NodeJS.ProcessEnv): string | undefined {
  const whole = resolve(path);
  if (`${whole}${sep}`.includes(MEMORIES)) return undefined;
  const isFolder = statSync(whole, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return chosenProject(isFolder ? whole : dirname(whole), env)?.project;
}
