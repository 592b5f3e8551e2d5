import type { Observation, VaultClient } from 'memory-vault-client';
import { noSuchNote } from './noSuchNote.js';
import { noteWith } from './noteWith.js';

/**
 * Whole notes by their ids or the ends of them, each once. Throws `Failed` (nothing found) where one is missing: it may have
 * been mistyped. `so` says what is not done then, such as `nothing was erased`.
 */
export async function notesWith(
  vault: VaultClient,
  ids: readonly string[],
  so: string,
): Promise<Observation[]> {
  const notes = new Map<string, Observation>();
  for (const id of ids) {
    const note = await noteWith(vault, id);
    if (!note) throw noSuchNote([id], so);
    notes.set(note.id, note);
  }
  return [...notes.values()];
}
