import type { ReadModels } from '../../views/readModels.js';
import type { ArchivePart, ArchiveSource } from './archivePart.js';
import { noteLines } from './noteLines.js';
import { conventionsLines, phasesLines } from './projectLines.js';
import { promptLines } from './promptLines.js';
import { sessionLines } from './sessionLines.js';

/** The read models that an archive is read from, in its order. */
export const ARCHIVED = ['sessions', 'observations', 'prompts', 'conventions', 'sdd'] as const;

const LINES = {
  sessions: sessionLines,
  observations: noteLines,
  prompts: promptLines,
  conventions: conventionsLines,
  sdd: phasesLines,
} satisfies Record<(typeof ARCHIVED)[number], (source: ArchiveSource) => AsyncGenerator<string>>;

/**
 * Everything that a vault knew at a moment, as archive lines (NDJSON) in parts: sessions, notes, prompts, conventions,
 * phases, each by id or name. Equal vaults give equal bytes. Nothing is read before it is asked for.
 */
export async function* archiveLines(
  readModels: Pick<ReadModels, 'current'>,
  part: ArchivePart,
): AsyncGenerator<string> {
  for (const name of ARCHIVED) {
    yield* LINES[name]({ views: () => readModels.current(name), part });
  }
}
