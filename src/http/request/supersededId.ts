import type { App } from '../../app/app.js';
import { Rejection } from '../../domain/rejection.js';
import type { Visibility } from '../../domain/visibility.js';
import { fullId } from '../../queries/fullId.js';

/**
 * A note with the whole id of the one whose place it takes. Rejects with `not_found` and `conflict` as `fullId`; whether
 * there is one with a whole id, the command says.
 */
export async function withSupersededId<N extends { readonly supersedes?: string | undefined }>(
  { readModels }: Pick<App, 'readModels'>,
  sees: Visibility,
  note: N,
): Promise<N> {
  if (note.supersedes === undefined) return note;
  try {
    return { ...note, supersedes: await fullId(readModels, sees, note.supersedes) };
  } catch (error) {
    if (!(error instanceof Rejection) || error.code === 'not_ready') throw error;
    const path = '/supersedes';
    throw new Rejection(error.code, `supersedes: ${error.message}`, [
      { path, message: error.message },
    ]);
  }
}
