import { statSync } from 'node:fs';
import { basename, dirname, resolve, sep } from 'node:path';
import type { VaultClient } from 'memory-vault-client';
import { type ChosenProject, chosenProject } from '../../connect/chosenProject.js';
import { workingFolder } from '../../connect/folderAt.js';
import { projectKey } from '../../domain/names.js';
import { boundProject } from '../../mcp/boundProject.js';
import { misused } from './exit.js';
import { shownLine } from './format.js';
import type { Acting } from './verb.js';

/** The project of the current folder, as agents get it. */
export const chosenHere = (): ChosenProject | undefined =>
  chosenProject(workingFolder(process.env), process.env);

/** What each vault said last: a verb does one thing, and asks once. */
const SAID = new WeakMap<VaultClient, Promise<ChosenProject | undefined>>();

/** That project as a vault calls it: `boundProject`. */
export function boundHere(
  vault: VaultClient,
  { binds } = { binds: false },
): Promise<ChosenProject | undefined> {
  const before = binds ? undefined : SAID.get(vault);
  const chosen = chosenHere();
  const said = before ?? (async () => chosen && boundProject(vault, chosen, { binds }))();
  SAID.set(vault, said);
  return said;
}

/** Its name there. Says on standard error where the choice may be wrong. `binds` as in `boundProject`. */
export async function projectHere(
  { vault, output }: Pick<Acting, 'vault' | 'output'>,
  { binds }: { readonly binds: boolean },
): Promise<string | undefined> {
  const chosen = await boundHere(vault, { binds });
  if (chosen?.warning !== undefined) output.note(shownLine(chosen.warning));
  return chosen?.project;
}

/** A project that somebody named here: in a checkout, its short name is that of the repository. `binds` as in `boundProject`. */
export async function namedHere(
  named: string,
  vault: VaultClient,
  options?: { readonly binds: boolean },
): Promise<string> {
  const isHere = projectKey(named) === projectKey(chosenHere()?.project ?? '');
  return (isHere ? await boundHere(vault, options) : undefined)?.project ?? named;
}

/** The project of a verb that reads of one: the named one, else that of the folder. Throws `Failed` where there is none. */
export async function someProject(
  named: string | undefined,
  acts: Pick<Acting, 'vault' | 'output'>,
): Promise<string> {
  if (named !== undefined) return namedHere(named, acts.vault);
  const project = await projectHere(acts, { binds: false });
  if (project === undefined)
    throw misused('which project? This folder has none: name one with --project NAME');
  return project;
}

/** Sources whose files do not say which project they are about. */
const WITHOUT_PROJECT: readonly string[] = ['notes', 'basic-memory', 'git'];

/**
 * The project of what an import reads at `path` and what names none: the one that was named, else that of the folder, where
 * the source has no projects. Throws `Failed` (usage) where nobody can say it: files of two projects that have the same name
 * must not be the same notes.
 */
export async function projectOfImport(
  { name, path, project }: { name: string; path: string; project: string | undefined },
  env: NodeJS.ProcessEnv,
  { vault, binds }: { readonly vault: VaultClient; readonly binds: boolean },
): Promise<string | undefined> {
  if (project !== undefined) return namedHere(project, vault, { binds });
  if (!WITHOUT_PROJECT.includes(name)) return undefined;
  const found = projectOfNotes(path, env);
  if (found !== undefined) return (await boundProject(vault, found, { binds })).project;
  throw misused(
    `${shownLine(path)} does not name a project for its notes: name one with --project NAME`,
  );
}

/** Where Claude Code keeps what it remembers of each folder; the folder's name is no project. */
const MEMORIES = `${sep}.claude${sep}projects${sep}`;

/**
 * The project of notes that were found at a path, chosen as for an agent that works there. Undefined where there is none to
 * choose, as for the memory folders of Claude Code, for a hidden folder that belongs to no repository, such as `~/.claude`,
 * and for the home directory.
 */
export function projectOfNotes(path: string, env: NodeJS.ProcessEnv): ChosenProject | undefined {
  const whole = resolve(path);
  if (`${whole}${sep}`.includes(MEMORIES)) return undefined;
  const isFolder = statSync(whole, { throwIfNoEntry: false })?.isDirectory() ?? false;
  const folder = isFolder ? whole : dirname(whole);
  const chosen = chosenProject(folder, env);
  if (chosen?.source === 'cwd' && basename(folder).startsWith('.')) return undefined;
  return chosen;
}
