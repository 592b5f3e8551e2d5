import type { RestrictedAuthor } from '../../commands/assertMayChange.js';
import type { Config } from '../../config/config.js';
import { actorOf, type Caller, isAdmin } from '../../domain/caller.js';

/** The author whose notes a caller may change: itself for a member of a closed vault; undefined when it may change any. */
export function restrictedAuthor(caller: Caller, { auth }: Config): RestrictedAuthor | undefined {
  if (auth === 'open' || caller.kind !== 'member' || isAdmin(caller)) return undefined;
  return { actor: actorOf(caller), email: caller.email };
}

/** A member's note with the member's e-mail and team as defaults for author and team. */
export function withDefaultAuthor<
  N extends { author?: string | undefined; team?: string | undefined },
>(note: N, caller: Caller): N {
  if (caller.kind !== 'member') return note;
  return { ...note, author: note.author ?? caller.email, team: note.team ?? caller.team };
}
