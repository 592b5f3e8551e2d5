import { chosenProject } from '../../connect/chosenProject.js';
import { workingFolder } from '../../connect/folderAt.js';
import { misused } from './failed.js';
import type { Output } from './output.js';
import { shownLine } from './shown.js';

/** The project of the current folder, as agents get it. Says on standard error where the choice may be wrong. */
export function projectHere(output: Output): string | undefined {
  const chosen = chosenProject(workingFolder(process.env), process.env);
  if (chosen?.warning !== undefined) output.note(shownLine(chosen.warning));
  return chosen?.project;
}

/** The same for a verb that needs a project. Throws `Failed` where there is none. */
export function someProject(named: string | undefined, output: Output): string {
  const project = named ?? projectHere(output);
  if (project === undefined) throw misused('which project? This folder has none: name one');
  return project;
}
