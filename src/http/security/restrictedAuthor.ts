import type { RestrictedAuthor } from '../../commands/assertMayChange.js';
import type { Config } from '../../config/config.js';
import { actorOf, type Caller, isAdmin } from '../../domain/caller.js';

/** Whose notes a caller may change: only its own as a member of a vault that knows its members, else any. */
export function restrictedAuthor(caller: Caller, { auth }: Config): RestrictedAuthor | undefined {
  if (auth === 'open' || caller.kind !== 'member' || isAdmin(caller)) return undefined;
  return { actor: actorOf(caller), email: caller.email };
}
