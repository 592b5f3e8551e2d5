import type { Vault } from '../../app/vault.js';
import type { Scope } from '../../domain/accessToken.js';
import type { Caller } from '../../domain/caller.js';
import { Rejection } from '../../domain/rejection.js';
import { toSeconds } from '../../domain/time.js';
import { accessToken } from '../../events/token.js';
import { fold } from '../../events/vaultEvent.js';
import { callerBy, type FoundToken, findToken } from '../../queries/tokens.js';
import { audienceOf, type Route } from '../route.js';
import { findInTeams, isTeamsViewBehind, memberOf, teamFromLog, teamsNotReady } from './teams.js';

const UNKNOWN = 'this token is unknown, has ended or was revoked: make a new one';

/** Who acts by the token with a hash. Throws `invalid_session` for one that does not live. */
export async function callerByToken(vault: Vault, hash: string): Promise<Caller> {
  const row = await findInTeams(vault, (views) => findToken(views, hash));
  const lives =
    row &&
    row.revoked_at === null &&
    (row.expires_at ?? Infinity) > toSeconds(vault.executor.now());
  if (isTeamsViewBehind(vault)) {
    if (!row) throw teamsNotReady();
    if (lives && (await livesInLog(vault, row, hash))) return callerBy(row);
  } else if (lives) return callerBy(row);
  throw new Rejection('invalid_session', UNKNOWN);
}

/** The same from the log, where the read models may not have heard of the end of a token or of its member. */
async function livesInLog(
  vault: Vault,
  { key, member_id, team }: FoundToken,
  hash: string,
): Promise<boolean> {
  const state = fold(accessToken, await vault.log.readStream(`${accessToken.name}/${key}`));
  if (state?.revoked !== false || state.token_hash !== hash) return false;
  return member_id === null || memberOf(await teamFromLog(vault, team), member_id) !== undefined;
}

/** What a route asks of a token: by its method, unless it says so itself. `none`: no token may call it. */
export function scopeOf(route: Route): Scope | 'none' {
  if (audienceOf(route) !== 'data') return 'none';
  return route.scope ?? (route.method === 'GET' ? 'read' : 'write');
}

/** Throws `forbidden` for a caller whose token may not do what is asked. Who shows no token may. */
export function requireScope({ token }: Caller, needed: Scope | 'none'): void {
  if (!token) return;
  if (needed === 'none')
    throw new Rejection('forbidden', 'no token may do this: log in, or use the key of the owner');
  if (token.scope.includes(needed)) return;
  throw new Rejection(
    'forbidden',
    `the token ${token.name} may ${token.scope.join(' and ')}, and this needs the scope ${needed}`,
  );
}
