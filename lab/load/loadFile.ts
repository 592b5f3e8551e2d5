import type { Client } from '../../tools/client.js';
import { type Loaded, loadNotes } from '../../tools/notes/loadNotes.js';
import type { Note } from '../../tools/notes/readNotes.js';
import type { ProgressBar } from '../../tools/progressBar.js';
import { type Expectation, expectation } from './expectation.js';
import { type Rehearsal, rehearse } from './rehearse.js';

/** A successful load, and the values to compare the vault with. */
export interface FileLoaded {
  readonly loaded: Loaded;
  readonly rehearsal: Rehearsal;
  readonly expectation: Expectation;
  /** Projects of the file that the vault already had. If there are any, the vault cannot be compared. */
  readonly known: readonly string[];
}

/**
 * Rehearses and loads notes. Throws an error that lists all problems: those of a dry run before anything is
 * stored, or those of the load itself.
 */
export async function loadFile(
  client: Client,
  notes: readonly Note[],
  progress?: (total: number) => ProgressBar,
): Promise<FileLoaded> {
  const { vault, keepsTimes } = client;
  const { data: projects } = await vault.GET('/api/v1/projects');
  const ours = new Set(notes.map(({ project }) => project.trim()));
  const known = projects.map(({ project }) => project).filter((project) => ours.has(project));
  const rehearsal = await rehearse(client, notes);
  refuse('a dry run refused these notes, nothing was loaded:', rehearsal.problems);
  const { data: before } = await vault.GET('/api/v1/stats');
  const bar = progress?.(notes.length);
  const loaded = await loadNotes(client, notes, bar).finally(() => bar?.end());
  refuse('these notes were refused, the others were loaded:', loaded.problems);
  const parts = { rehearsal, loaded, before, keepsTimes };
  return { loaded, rehearsal, known, expectation: expectation(notes, parts) };
}

function refuse(what: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new Error([what, ...problems].join('\n'));
}
