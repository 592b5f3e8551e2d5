import {
  type Observation,
  type operations,
  type VaultClient,
  VaultError,
} from 'memory-vault-client';
import { type Failed, misused, nothingFound } from '../terminal/exit.js';
import { shownLine } from '../terminal/format.js';

/** A whole note by its id or the end of one; undefined where there is none. */
export async function noteWith(vault: VaultClient, id: string): Promise<Observation | undefined> {
  try {
    return (await vault.GET('/api/v1/observations/{id}', { params: { path: { id } } })).data;
  } catch (error) {
    if (error instanceof VaultError && error.code === 'not_found') return undefined;
    throw error;
  }
}

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

/** What the vault answers about the note `id`. Throws `Failed` (nothing found) where there is no such note. */
export async function ofNote<Answer>(id: string, asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    const isMissing = error instanceof VaultError && error.code === 'not_found';
    throw isMissing ? noSuchNote([id]) : error;
  }
}

/** The notes that were made last, oldest first. */
export async function newestNotes(
  vault: VaultClient,
  query: operations['listObservations']['parameters']['query'],
): Promise<Observation[]> {
  const { data } = await vault.GET('/api/v1/observations', { params: { query } });
  // Only a request with ids gets anything else than a list.
  return Array.isArray(data) ? data.reverse() : [];
}

/** The first `limit` notes of a list. Throws `Failed` (usage) for what is no count. */
export async function firstNotes<Note>(list: AsyncIterable<Note>, limit: number): Promise<Note[]> {
  if (!Number.isInteger(limit) || limit < 1) throw misused('--limit must be a whole number from 1');
  const notes: Note[] = [];
  for await (const note of list) if (notes.push(note) >= limit) break;
  return notes;
}

/** What the vault takes for an id: the whole, or its last 8 characters or more. */
const ID = /^[0-9A-Z]{8,26}$/i;

/** Says that there is no note of these ids, and how a person finds the right one. `so` is what was not done because of it. */
export function noSuchNote(ids: readonly string[], so?: string): Failed {
  const missing = `there is no note ${shownLine(ids.join(', '))}`;
  const next = ids.every((id) => ID.test(id))
    ? 'memory-vault search finds notes and their ids'
    : 'give the id that memory-vault search shows: the last 8 or more characters of the whole id';
  return nothingFound(`${missing}${so === undefined ? '' : `, so ${so}`}: ${next}`);
}
