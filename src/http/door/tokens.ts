import type { Vault } from '../../app/vault.js';
import { NEW_TOKEN, type Scope } from '../../domain/accessToken.js';
import type { Caller } from '../../domain/caller.js';
import { Rejection } from '../../domain/rejection.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { accessToken } from '../../events/token.js';
import { fold } from '../../events/vaultEvent.js';
import { callerBy, type FoundToken, findToken } from '../../queries/tokens.js';
import { audienceOf, type Route } from '../route.js';
import { findInTeams, isTeamsViewBehind, memberOf, teamFromLog, teamsNotReady } from './teams.js';

/** Who acts by the token with a hash. Throws `invalid_session` for one that does not live. */
export async function callerByToken(vault: Vault, hash: string): Promise<Caller> {
  const row = await findInTeams(vault, (views) => findToken(views, hash));
  const isBehind = isTeamsViewBehind(vault);
  if (!row) {
    if (isBehind) throw teamsNotReady();
    throw ended(`this token is unknown, or its member was removed: ${NEW_TOKEN}`);
  }
  // Who shows a token has its secret, and may be told its name.
  const hasEnded = (how: string) =>
    ended(`the token ${row.name} ${how}: ${row.until === null ? NEW_TOKEN : 'let it in again'}`);
  if (row.revoked_at !== null) throw hasEnded(`was revoked at ${formatTime(row.revoked_at)}`);
  if (row.expires_at !== null && row.expires_at <= toSeconds(vault.executor.now()))
    throw hasEnded(`ended at ${formatTime(row.expires_at)}`);
  if (isBehind && !(await livesInLog(vault, row, hash))) throw hasEnded('has ended');
  return callerBy(row);
}

const ended = (message: string) => new Rejection('invalid_session', message);

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
  const { name, scope } = token;
  if (scope.includes(needed)) return;
  const may = scope.length > 0 ? `may only ${scope.join(' and ')}` : 'may do nothing';
  throw new Rejection(
    'forbidden',
    `the token ${name} ${may}, and this needs the scope ${needed}: ${NEW_TOKEN}`,
  );
}
