import { ANONYMOUS, type Caller, isAdmin } from '../../domain/caller.js';
import { Rejection } from '../../domain/rejection.js';
import {
  ALWAYS_ANSWERED,
  type Asked,
  type Audience,
  accessTo,
  type Route,
  takesCookie,
} from '../route.js';
import { type Doors, identify } from './credentials.js';
import { senderOf } from './hubAccess.js';

/**
 * Finds the caller of a request and checks that it may call the route. Throws `missing_credential`, `invalid_session`,
 * `invalid_admin_key`, or `forbidden` for a member who is no admin; `not_ready` on a node that has not heard from its shared
 * log for too long: a login may have been closed on another one.
 */
export async function authorize(
  { vault, access: keys }: Doors,
  route: Route,
  request: Asked,
): Promise<Caller> {
  if (!ALWAYS_ANSWERED.includes(route.path)) vault.cluster.refuseStale();
  const access = accessTo(route);
  // Before the credentials are checked: probes need none, and a wrong one must not make them fail. On the routes of a hub,
  // `hubAccess` has already checked the hive key, and a proxy in front of it may want another credential.
  if (access === 'public' || access === 'hub') return ANONYMOUS;
  // A wrong credential is refused on every other route. The owner, who has all rights of a member, comes first.
  const { isOwner, member } = await identify({ vault, access: keys }, request, {
    cookie: takesCookie(route),
  });
  const caller: Caller = isOwner ? { kind: 'owner' } : (member ?? ANONYMOUS);
  switch (access) {
    case 'data':
      if (vault.config.auth === 'open' || caller.kind !== 'anonymous') return caller;
      throw missing('Authorization: Bearer, X-Session-Token or X-Admin-Key');
    case 'credential':
      if (caller.kind !== 'anonymous') return caller;
      throw missing('Authorization: Bearer, X-Session-Token or X-Admin-Key');
    case 'member':
      if (member) return member;
      throw missing('X-Session-Token, or Authorization: Bearer with such a token');
    case 'admin':
      if (isAdmin(caller)) return caller;
      if (caller.kind === 'anonymous') {
        throw missing(
          'X-Admin-Key or the X-Session-Token of an admin, or Authorization: Bearer with one of them',
        );
      }
      throw new Rejection('forbidden', 'only an admin may do this');
  }
}

const missing = (headers: string) =>
  new Rejection('missing_credential', `this request needs ${headers}`);

/**
 * Who holds the credentials of a request to a route of that access: the same name for the same holder, whichever header they
 * come in. Undefined where there is none, where one is wrong, and where it cannot be told now, which the route says itself.
 */
export async function holderOf(
  doors: Doors,
  access: Audience | undefined,
  request: Asked,
): Promise<string | undefined> {
  // What a route does not look at must not be told right or wrong by a limit: nobody would count the guesses.
  if (access === undefined || access === 'public') return undefined;
  try {
    if (access === 'hub') {
      const { member } = await senderOf(doors.vault, request);
      return `hive ${member?.id ?? 'shared'}`;
    }
    const { isOwner, member } = await identify(doors, request, { cookie: true });
    return isOwner ? 'owner' : member && holderName(member);
  } catch {
    return undefined;
  }
}

/** The name of a caller that has shown a credential. */
export function holderName(caller: Caller): string {
  return caller.kind === 'member' ? `member ${caller.id}` : caller.kind;
}
