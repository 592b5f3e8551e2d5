import type { Caller } from '../domain/caller.js';

/** A note as its author sends it: a member's own e-mail and team stand where the note names none. */
export function withDefaultAuthor<
  N extends { author?: string | undefined; team?: string | undefined },
>(note: N, caller: Caller): N {
  if (caller.kind !== 'member') return note;
  return { ...note, author: note.author ?? caller.email, team: note.team ?? caller.team };
}
