import { VaultError } from 'memory-vault-client';
import { noSuchNote } from './noSuchNote.js';

/** What the vault answers about the note `id`. Throws `Failed` (nothing found) where there is no such note. */
export async function ofNote<Answer>(id: string, asked: Promise<Answer>): Promise<Answer> {
  try {
    return await asked;
  } catch (error) {
    const isMissing = error instanceof VaultError && error.code === 'not_found';
    throw isMissing ? noSuchNote([id]) : error;
  }
}
