import type { FastifyRequest } from 'fastify';
import type { App } from '../../app/app.js';
import type { Caller, MemberCaller } from '../../domain/caller.js';
import { Rejection } from '../../domain/rejection.js';
import { toSeconds } from '../../domain/time.js';
import { tokenHash } from '../../domain/token.js';
import { invite } from '../../events/invite.js';
import { fold } from '../../events/vaultEvent.js';
import { findLogin } from '../../queries/tokens.js';
import { isTeamsViewBehind, latestTeams, memberOf, teamFromLog, teamsNotReady } from './teams.js';

/** The member behind a call to a route of access `member`, which lets in nobody else. */
export function requireMember(caller: Caller): MemberCaller {
  if (caller.kind !== 'member') throw new Error(`a route for members let in: ${caller.kind}`);
  return caller;
}

/** True with the owner's key. Throws `invalid_admin_key` for another key. */
export function isOwner(app: App, request: FastifyRequest): boolean {
  const key = request.headers['x-admin-key'];
  if (key === undefined) return false;
  if (typeof key === 'string' && app.adminKey.matches(key)) return true;
  throw new Rejection(
    'invalid_admin_key',
    'X-Admin-Key is not the key of this vault: see admin.key in its data directory',
  );
}

/** The member that is logged in with the session token, if there is one. Throws `invalid_session` for a wrong token. */
export async function loggedInMember(
  app: App,
  request: FastifyRequest,
): Promise<MemberCaller | undefined> {
  const token = request.headers['x-session-token'];
  if (token === undefined) return undefined;
  const hash = tokenHash(String(token));
  const member = findLogin(await latestTeams(app), hash);
  const isValid = await isOpen(app, member, hash);
  if (member && isValid && member.expires_at > toSeconds(app.executor.now())) return member;
  throw invalidSession();
}

/** The rejection of a token without an open login. */
export function invalidSession(): Rejection {
  return new Rejection(
    'invalid_session',
    'X-Session-Token is unknown or expired: log in again with a new invite',
  );
}

/** Read models that are behind the log may show a login that was closed since. Then this reads the log. */
async function isOpen(app: App, member: MemberCaller | undefined, hash: string): Promise<boolean> {
  if (!isTeamsViewBehind(app)) return member !== undefined;
  if (!member) throw teamsNotReady();
  const opened = fold(invite, await app.log.readStream(`${invite.name}/${member.login}`));
  if (opened?.status !== 'logged_in' || opened.login.token_hash !== hash) return false;
  return memberOf(await teamFromLog(app, member.team), member.id) !== undefined;
}
