import type { FastifyRequest } from 'fastify';
import type { App } from '../../app/app.js';
import { ANONYMOUS, type Caller, type MemberCaller } from '../../domain/caller.js';
import { Rejection } from '../../domain/rejection.js';
import { toSeconds } from '../../domain/time.js';
import { tokenHash } from '../../domain/token.js';
import { invite } from '../../events/invite.js';
import { fold } from '../../events/vaultEvent.js';
import { findLogin } from '../../queries/tokens.js';
import { currentTeams, isTeamsViewBehind, teamFromLog, teamsNotReady } from './teams.js';

/** Who sent a request, by each of its credentials. A wrong one is refused wherever it is sent. */
export interface Credentials {
  readonly owner: boolean;
  readonly member: MemberCaller | undefined;
}

export async function credentialsOf(app: App, request: FastifyRequest): Promise<Credentials> {
  return { owner: isOwner(app, request), member: await memberOf(app, request) };
}

/** Who asks where either credential will do: the owner is never less than a member. */
export function callerOf({ owner, member }: Credentials): Caller {
  return owner ? { kind: 'owner' } : (member ?? ANONYMOUS);
}

/** The member behind a call to a route of access `member`, which lets in nobody else. */
export function requireMember(caller: Caller): MemberCaller {
  if (caller.kind !== 'member') throw new Error(`a route for members let in: ${caller.kind}`);
  return caller;
}

function isOwner(app: App, request: FastifyRequest): boolean {
  const given = request.headers['x-admin-key'];
  if (given === undefined) return false;
  if (typeof given === 'string' && app.adminKey.matches(given)) return true;
  throw new Rejection(
    'invalid_admin_key',
    'X-Admin-Key is not the key of this vault: see admin.key in its data directory',
  );
}

async function memberOf(app: App, request: FastifyRequest): Promise<MemberCaller | undefined> {
  const given = request.headers['x-session-token'];
  if (given === undefined) return undefined;
  const hash = tokenHash(String(given));
  const member = findLogin(await currentTeams(app), hash);
  const isGood = await isOpen(app, member, hash);
  if (member && isGood && member.expires_at > toSeconds(app.executor.now())) return member;
  throw invalidSession();
}

/** The refusal of a token that is not, or no longer, that of a login. */
export function invalidSession(): Rejection {
  return new Rejection(
    'invalid_session',
    'X-Session-Token is unknown or expired: log in again with a new invite',
  );
}

/** Read models that have not seen all of the log may show a login that was closed: then the log is asked. */
async function isOpen(app: App, found: MemberCaller | undefined, hash: string): Promise<boolean> {
  if (!isTeamsViewBehind(app)) return found !== undefined;
  if (!found) throw teamsNotReady();
  const opened = fold(invite, await app.log.readStream(`${invite.name}/${found.login}`));
  if (opened?.status !== 'logged_in' || opened.login.token_hash !== hash) return false;
  const { members } = await teamFromLog(app, found.team);
  return members.some(({ id }) => id === found.id);
}
