import type { FastifyRequest } from 'fastify';
import type { App } from '../../app/app.js';
import { ANONYMOUS, type Caller, isAdmin } from '../../domain/caller.js';
import { Rejection } from '../../domain/rejection.js';
import { accessTo, type Route } from '../route.js';
import { isOwner, loggedInMember } from './credentials.js';

/**
 * Finds the caller of a request and checks that it may call the route. Throws `missing_credential`, `invalid_session`,
 * `invalid_admin_key`, or `forbidden` for a member who is no admin.
 */
export async function authorize(app: App, route: Route, request: FastifyRequest): Promise<Caller> {
  const access = accessTo(route);
  // Before the credentials are checked: probes need none, and a wrong one must not make them fail.
  if (access === 'public') return ANONYMOUS;
  // A wrong credential is refused on every other route. The owner, who has all rights of a member, comes first.
  const owner = isOwner(app, request);
  const member = await loggedInMember(app, request);
  const caller: Caller = owner ? { kind: 'owner' } : (member ?? ANONYMOUS);
  switch (access) {
    case 'hub':
      // `hubAccess` has already checked the hive key.
      return ANONYMOUS;
    case 'data':
      if (app.config.auth === 'open' || caller.kind !== 'anonymous') return caller;
      throw missing('the X-Session-Token header, or X-Admin-Key');
    case 'member':
      if (member) return member;
      throw missing('the X-Session-Token header');
    case 'admin':
      if (isAdmin(caller)) return caller;
      if (caller.kind === 'anonymous') {
        throw missing('the X-Admin-Key header, or the X-Session-Token of an admin');
      }
      throw new Rejection('forbidden', 'only an admin may do this');
  }
}

const missing = (header: string) =>
  new Rejection('missing_credential', `this request needs ${header}`);
