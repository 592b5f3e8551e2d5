import type { Observation } from 'memory-vault-client';
import { api } from '../../../base/api.js';
import { titlesOf } from '../../../base/titlesOf.js';
import { nextCursor, type Pages, usePages } from '../../../base/usePages.js';
import { ASKED_CHARACTERS } from './beginningOf.js';

/** As many ids as can be asked for at once. */
const LIMIT = 50;

/** A note that waits, with the beginning of its text. */
export interface Proposal {
  readonly note: Observation;
  /** The title of the note whose place it is to take, where that is there. */
  readonly replaced: string | undefined;
}

/** Asks for what waits in the inbox, newest first; of one project where it is named. */
export function useProposals(project: string): Pages<Proposal> {
  return usePages(project, async (cursor, signal) => {
    const query = {
      limit: LIMIT,
      content_limit: ASKED_CHARACTERS,
      ...(project && { project }),
      ...(cursor !== undefined && { cursor }),
    };
    const { data, response } = await api.GET('/api/v1/inbox', { params: { query }, signal });
    const ids = data.flatMap(({ supersedes }) => supersedes ?? []);
    const titles = await titlesOf(ids, signal);
    const rows = data.map((note) => ({ note, replaced: titles.get(note.supersedes ?? '') }));
    return { rows, next: nextCursor(response) };
  });
}
