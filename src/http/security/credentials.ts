import type { FastifyRequest } from 'fastify';
import type { App } from '../../app/app.js';
import type { Caller, MemberCaller } from '../../domain/caller.js';
import { Rejection } from '../../domain/rejection.js';
import { toSeconds } from '../../domain/time.js';
import { tokenHash } from '../../domain/token.js';
import { invite } from '../../events/invite.js';
import { fold } from '../../events/vaultEvent.js';
import { findLogin } from '../../queries/tokens.js';
import { bearerToken } from './bearerToken.js';
import { isTeamsViewBehind, latestTeams, memberOf, teamFromLog, teamsNotReady } from './teams.js';

/** The member behind a call to a route of access `member`, which lets in nobody else. */
export function requireMember(caller: Caller): MemberCaller {
  if (caller.kind !== 'member') throw new Error(`a route for members let in: ${caller.kind}`);
  return caller;
}

/** Who sends a request, by all credentials that it carries. */
export interface Identified {
  /** Whether it carries the owner's key. */
  readonly isOwner: boolean;
  /** The member that is logged in with the session token. */
  readonly member: MemberCaller | undefined;
}

/**
 * Checks the credentials of a request: the owner's key in `X-Admin-Key`, a session token in `X-Session-Token`, and either of
 * them in `Authorization: Bearer`. Each has to be right: throws `invalid_admin_key` or `invalid_session` for a wrong one,
 * also for two different session tokens, and what `bearerToken` throws.
 */
export async function identify(app: App, request: FastifyRequest): Promise<Identified> {
  const { 'x-admin-key': key, 'x-session-token': token } = request.headers;
  const bearer = bearerToken(request);
  const isBearerOwners = bearer !== undefined && app.adminKey.matches(bearer);
  if (key !== undefined && !(typeof key === 'string' && app.adminKey.matches(key))) {
    throw new Rejection(
      'invalid_admin_key',
      'X-Admin-Key is not the key of this vault: see admin.key in its data directory',
    );
  }
  const isOwner = isBearerOwners || key !== undefined;
  const bearerSession = isBearerOwners ? undefined : bearer;
  if (token !== undefined && bearerSession !== undefined && token !== bearerSession) {
    throw new Rejection(
      'invalid_session',
      'Authorization and X-Session-Token hold different tokens: send one of them',
    );
  }
  if (token !== undefined) return { isOwner, member: await loggedIn(app, String(token)) };
  if (bearerSession === undefined) return { isOwner, member: undefined };
  return { isOwner, member: await loggedIn(app, bearerSession, WRONG_BEARER) };
}

const WRONG_TOKEN = 'X-Session-Token is unknown or expired: log in again with a new invite';
const WRONG_BEARER =
  "Authorization: its Bearer token is neither the owner's key nor that of an open session: see admin.key in the data directory, or log in again with a new invite";

/** The member that is logged in with a session token. Throws `invalid_session` with a message for a wrong one. */
async function loggedIn(app: App, token: string, ifWrong = WRONG_TOKEN): Promise<MemberCaller> {
  const hash = tokenHash(token);
  const member = findLogin(await latestTeams(app), hash);
  const isValid = await isOpen(app, member, hash);
  if (member && isValid && member.expires_at > toSeconds(app.executor.now())) return member;
  throw invalidSession(ifWrong);
}

/** The rejection of a token without an open login. */
export function invalidSession(message = WRONG_TOKEN): Rejection {
  return new Rejection('invalid_session', message);
}

/** Read models that are behind the log may show a login that was closed since. Then this reads the log. */
async function isOpen(app: App, member: MemberCaller | undefined, hash: string): Promise<boolean> {
  if (!isTeamsViewBehind(app)) return member !== undefined;
  if (!member) throw teamsNotReady();
  const opened = fold(invite, await app.log.readStream(`${invite.name}/${member.login}`));
  if (opened?.status !== 'logged_in' || opened.login.token_hash !== hash) return false;
  return memberOf(await teamFromLog(app, member.team), member.id) !== undefined;
}
