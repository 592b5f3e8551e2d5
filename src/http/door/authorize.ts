import type { Access } from '../../app/access.js';
import type { Parts } from '../../app/app.js';
import type { Vault } from '../../app/vault.js';
import type { Config } from '../../config/config.js';
import { NEW_TOKEN, TOKEN_PREFIX } from '../../domain/accessToken.js';
import { ANONYMOUS, type Caller, isAdmin, type MemberCaller } from '../../domain/caller.js';
import { Rejection } from '../../domain/rejection.js';
import { type Soon, whenThere } from '../../domain/soon.js';
import { toSeconds } from '../../domain/time.js';
import { type Holder, tokenHash } from '../../domain/token.js';
import { invite } from '../../events/team.js';
import { fold } from '../../events/vaultEvent.js';
import { findLogin } from '../../queries/teams.js';
import {
  ALWAYS_ANSWERED,
  type Asked,
  type Audience,
  audienceOf,
  type Route,
  takesCookie,
} from '../route.js';
import { type BrowserCookie, browserCookie } from './browserCookie.js';
import { senderOf } from './hubAccess.js';
import { callerByIssuer } from './issuedTokens.js';
import { OF_NOBODY } from './limits.js';
import { findInTeams, isTeamsViewBehind, memberOf, teamFromLog, teamsNotReady } from './teams.js';
import { callerByToken, requireScope, scopeOf } from './tokens.js';

/** The member behind a call to a route of access `member`, which lets in nobody else. */
export function requireMember(caller: Caller): MemberCaller {
  if (caller.kind !== 'member') throw new Error(`a route for members let in: ${caller.kind}`);
  return caller;
}

/** What knows the credentials: the vault those of its members, and `access` all others. */
type Doors = Pick<Parts, 'vault' | 'access'>;

/** Who sends a request, by all credentials that it carries. */
export interface Identified {
  /** Whether it carries the owner's key. */
  readonly isOwner: boolean;
  /** The member that is logged in with the session token. */
  readonly member: MemberCaller | undefined;
  /** Who acts by a token of an agent or program, member or not. */
  readonly by?: Caller;
}

const NOBODY: Identified = { isOwner: false, member: undefined };
const OWNER: Identified = { isOwner: true, member: undefined };

/**
 * Checks the credentials of a request: the owner's key in `X-Admin-Key`, a session token in `X-Session-Token`, and either of
 * them in `Authorization: Bearer`; with `cookie`, where there is none of them, the cookie of a browser that is logged in. Each
 * has to be right: throws `invalid_admin_key` or `invalid_session` for a wrong one, also for two different session tokens, and
 * what `bearerToken` throws.
 */
function identify(
  { vault, access }: Doors,
  request: Asked,
  { cookie }: { readonly cookie: boolean },
): Soon<Identified> {
  const { 'x-admin-key': key, 'x-session-token': token } = request.headers;
  const bearer = bearerToken(request);
  const isBearerOwners = bearer !== undefined && access.adminKey.matches(bearer);
  if (key !== undefined && !(typeof key === 'string' && access.adminKey.matches(key))) {
    throw new Rejection(
      'invalid_admin_key',
      'X-Admin-Key is not the key of this vault: the key is in admin.key in its data directory',
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
  const asMember = (member: MemberCaller) => ({ isOwner, member });
  const shownToken = bearerSession ?? (token === undefined ? undefined : String(token));
  if (shownToken?.startsWith(TOKEN_PREFIX))
    return callerByToken(vault, tokenHash(shownToken)).then((by) => ({ ...NOBODY, isOwner, by }));
  const { issuer } = access;
  if (issuer && bearerSession?.includes('.'))
    return callerByIssuer(vault, issuer, bearerSession).then((by) => ({ ...NOBODY, isOwner, by }));
  if (token !== undefined) return loggedIn(vault, tokenHash(String(token))).then(asMember);
  if (bearerSession !== undefined)
    return loggedIn(vault, tokenHash(bearerSession), WRONG_BEARER).then(asMember);
  if (isOwner) return OWNER;
  const shown = cookie ? browserCookie(request) : undefined;
  return shown ? loggedInBrowser({ vault, access }, shown) : NOBODY;
}

const WRONG_TOKEN = 'X-Session-Token is unknown or expired: log in again with a new invite';
const WRONG_BEARER =
  "Authorization: its Bearer token is neither the owner's key nor that of an open session: see admin.key in the data directory, or log in again with a new invite";

/** Who is logged in in the browser that sends a cookie. Throws `invalid_session` for that of a login that has ended. */
async function loggedInBrowser(
  { vault, access }: Doors,
  cookie: BrowserCookie,
): Promise<Identified> {
  const login = access.browserLogins.find(cookie);
  const found = login && (await identifyHolder({ vault, access }, login.holder));
  if (found) return found;
  // Not as anybody: on an open vault, what the page saves would be saved in nobody's name.
  throw invalidSession('this browser is no longer logged in: open the page again and log in');
}

/** Who a holder of a browser login or of a code is; undefined once the key was rotated, or the login of the member ended. */
export async function identifyHolder(
  { vault, access }: Doors,
  { kind, hash }: Holder,
): Promise<Identified | undefined> {
  if (kind === 'owner') return access.adminKey.hasHash(hash) ? OWNER : undefined;
  try {
    return { isOwner: false, member: await loggedIn(vault, hash) };
  } catch (error) {
    if (error instanceof Rejection && error.code === 'invalid_session') return undefined;
    throw error;
  }
}

/** The member that is logged in with a session token of this hash. Throws `invalid_session` with a message for a wrong one. */
async function loggedIn(vault: Vault, hash: string, ifWrong = WRONG_TOKEN): Promise<MemberCaller> {
  const member = await findInTeams(vault, (views) => findLogin(views, hash));
  const isValid = await isOpen(vault, member, hash);
  if (member && isValid && member.expires_at > toSeconds(vault.executor.now())) return member;
  throw invalidSession(ifWrong);
}

/** The rejection of a token without an open login. */
export function invalidSession(message = WRONG_TOKEN): Rejection {
  return new Rejection('invalid_session', message);
}

/** Read models that are behind the log may show a login that was closed since. Then this reads the log. */
async function isOpen(
  vault: Vault,
  member: MemberCaller | undefined,
  hash: string,
): Promise<boolean> {
  if (!isTeamsViewBehind(vault)) return member !== undefined;
  if (!member) throw teamsNotReady();
  const opened = fold(invite, await vault.log.readStream(`${invite.name}/${member.login}`));
  if (opened?.status !== 'logged_in' || opened.login.token_hash !== hash) return false;
  return memberOf(await teamFromLog(vault, member.team), member.id) !== undefined;
}

/**
 * The credential in `Authorization: Bearer …`; undefined without that header. Throws `missing_credential` for another scheme,
 * which holds no credential of ours, and for more than one such header: of these, a proxy may have checked another one.
 */
function bearerToken({ headers, raw }: Asked): string | undefined {
  if (headers.authorization === undefined) return undefined;
  const { rawHeaders } = raw;
  const isValue = (i: number) =>
    i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === 'authorization';
  const [given, another] = rawHeaders.filter((_, i) => isValue(i));
  if (given === undefined) return undefined;
  const token = /^Bearer /i.test(given) ? given.slice('Bearer '.length).trim() : '';
  if (token !== '' && another === undefined) return token;
  throw new Rejection(
    'missing_credential',
    "Authorization: must be sent once, as Bearer and a session token or the owner's key; the vault knows no other scheme",
  );
}

/** Whom a browser shows: the owner by the key, whoever asked for a code by that code, else whom a session token belongs to. */
export function shownHolder({ adminKey, loginCodes }: Access, shown: string): Holder {
  const hash = tokenHash(shown);
  if (adminKey.hasHash(hash)) return { kind: 'owner', hash };
  return loginCodes.redeem(shown) ?? { kind: 'member', hash };
}

/** Whom the headers of a request show, in which a key or a token was right. */
export function holderInHeaders(caller: Caller, request: Asked): Holder {
  const { 'x-admin-key': key, 'x-session-token': token } = request.headers;
  const kind = caller.kind === 'owner' ? 'owner' : 'member';
  const shown = (kind === 'owner' ? key : token) ?? bearerToken(request);
  if (shown === undefined) throw new Error('a route for credentials let in a request without one');
  return { kind, hash: tokenHash(String(shown)) };
}

/**
 * Finds the caller of a request and checks that it may call the route. Throws `missing_credential`, `invalid_session`,
 * `invalid_admin_key`, or `forbidden` for a member who is no admin; `not_ready` on a node that has not heard from its shared
 * log for too long: a login may have been closed on another one. Waits only where it looks up a login.
 */
export function authorize({ vault, access }: Doors, route: Route, request: Asked): Soon<Caller> {
  if (!ALWAYS_ANSWERED.includes(route.path)) vault.cluster.refuseStale();
  const audience = audienceOf(route);
  // Before the credentials are checked: probes need none, and a wrong one must not make them fail. On the routes of a hub,
  // `hubAccess` has already checked the hive key, and a proxy in front of it may want another credential.
  if (audience === 'public' || audience === 'hub') return ANONYMOUS;
  // A wrong credential is refused on every other route. The owner, who has all rights of a member, comes first.
  const identified = identify({ vault, access }, request, { cookie: takesCookie(route) });
  return whenThere(identified, (who) => {
    const caller = admitted(who, audience, vault.config.auth);
    requireScope(caller, scopeOf(route));
    if (caller.token) access.tokenUses.used(caller.token.id);
    return caller;
  });
}

/** The caller, where it may call a route for that audience. Throws as `authorize`. */
function admitted(
  { isOwner, member, by }: Identified,
  audience: Exclude<Audience, 'public' | 'hub'>,
  auth: Config['auth'],
): Caller {
  const caller: Caller = isOwner ? { kind: 'owner' } : (member ?? by ?? ANONYMOUS);
  if (caller.token && audience !== 'data') requireScope(caller, 'none');
  // Made while nobody had to log in: it never was a credential.
  if (caller.token && caller.kind === 'anonymous' && auth !== 'open')
    throw invalidSession(`this token was made before the vault asked for logins: ${NEW_TOKEN}`);
  switch (audience) {
    case 'data':
      if (auth === 'open' || caller.kind !== 'anonymous') return caller;
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
 * Who holds the credentials of a request to a route for that audience: the same name for the same holder, whichever header
 * they come in. Undefined where there is none, where one is wrong, and where it cannot be told now, which the route says itself.
 */
export async function holderOf(
  doors: Doors,
  audience: Audience | undefined,
  request: Asked,
): Promise<string | undefined> {
  // What a route does not look at must not be told right or wrong by a limit: nobody would count the guesses.
  if (audience === undefined || audience === 'public') return undefined;
  try {
    if (audience === 'hub') {
      const { member } = await senderOf(doors.vault, request);
      return `hive ${member?.id ?? 'shared'}`;
    }
    const { isOwner, member, by } = await identify(doors, request, { cookie: true });
    const caller = member ?? by;
    return isOwner ? 'owner' : caller && holderName(caller);
  } catch {
    return undefined;
  }
}

/** The name of a caller that has shown a credential. Anybody makes tokens where nobody has to log in: they make nobody known. */
export function holderName(caller: Caller): string {
  if (caller.kind === 'anonymous') return OF_NOBODY;
  if (caller.token) return `token ${caller.token.id}`;
  return caller.kind === 'member' ? `member ${caller.id}` : caller.kind;
}
