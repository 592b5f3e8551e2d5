import type { FastifyRequest } from 'fastify';
import type { App } from '../../app/app.js';
import { ANONYMOUS, type Caller, isAdmin } from '../../domain/caller.js';
import { Rejection } from '../../domain/rejection.js';
import { accessTo, type Route } from '../route.js';
import { callerOf, credentialsOf } from './callerOf.js';

/**
 * Finds the caller of a request and checks that it may call the route. Throws `missing_credential`, `invalid_session`,
 * `invalid_admin_key`, or `forbidden` for a member who is no admin.
 */
export async function authorize(app: App, route: Route, request: FastifyRequest): Promise<Caller> {
  const access = accessTo(route);
  // Before the credentials are checked: probes need none, and a wrong one must not make them fail.
  if (access === 'public') return ANONYMOUS;
  const credentials = await credentialsOf(app, request);
  const caller = callerOf(credentials);
  switch (access) {
    case 'hub':
      // `hubAccess` has already checked the hive key.
      return ANONYMOUS;
    case 'data':
      if (app.config.auth === 'open' || caller.kind !== 'anonymous') return caller;
      throw missing('the X-Session-Token header, or X-Admin-Key');
    case 'member':
      if (credentials.member) return credentials.member;
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
