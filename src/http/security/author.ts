import type { RestrictedAuthor } from '../../commands/assertMayChange.js';
import type { Config } from '../../config/config.js';
import { actorOf, type Caller, isAdmin } from '../../domain/caller.js';

/** Whose notes a caller may change: only its own as a member of a vault that knows its members, else any. */
export function restrictedAuthor(caller: Caller, { auth }: Config): RestrictedAuthor | undefined {
  if (auth === 'open' || caller.kind !== 'member' || isAdmin(caller)) return undefined;
  return { actor: actorOf(caller), email: caller.email };
}

/** A note as its author sends it: a member's own e-mail and team stand where the note names none. */
export function withDefaultAuthor<
  N extends { author?: string | undefined; team?: string | undefined },
>(note: N, caller: Caller): N {
  if (caller.kind !== 'member') return note;
  return { ...note, author: note.author ?? caller.email, team: note.team ?? caller.team };
}
