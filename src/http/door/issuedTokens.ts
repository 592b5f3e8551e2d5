import { createHash } from 'node:crypto';
import type { Access } from '../../app/access.js';
import type { Vault } from '../../app/vault.js';
import { SCOPES } from '../../domain/accessToken.js';
import type { MemberCaller } from '../../domain/caller.js';
import { Rejection } from '../../domain/rejection.js';
import { findByEmail } from '../../queries/teams.js';
import { findInTeams, isTeamsViewBehind, memberOf, teamFromLog } from './teams.js';

/**
 * The member for whom a client acts with an access token of the issuer, as by a token of the vault with the scopes that both know.
 * Throws `invalid_session` for a token that is not taken or is nobody's, `forbidden` where its e-mail belongs to members of several
 * teams, and `not_ready` while the issuer does not answer.
 */
export async function callerByIssuer(
  vault: Vault,
  issuer: NonNullable<Access['issuer']>,
  shown: string,
): Promise<MemberCaller> {
  const checked = await issuer.check(shown);
  if ('problem' in checked) {
    const code = checked.unreachable ? 'not_ready' : 'invalid_session';
    throw new Rejection(code, `this access token is refused: ${checked.problem}`);
  }
  const { email, client, scopes, expires_at } = checked;
  const found = await findInTeams(vault, (views) => {
    const members = findByEmail(views, email);
    return members.length > 0 ? members : undefined;
  });
  const [member, another] = found ?? [];
  if (another) {
    throw new Rejection(
      'forbidden',
      'members of several teams have the e-mail of this access token: use a token of the vault',
    );
  }
  const isMember =
    member &&
    (!isTeamsViewBehind(vault) || memberOf(await teamFromLog(vault, member.team), member.id));
  if (!isMember)
    throw new Rejection('invalid_session', 'no member has the e-mail of this access token');
  // The log keeps this forever: a digest tells clients apart, and holds nothing that an issuer chose.
  const id = `oidc${createHash('sha256').update(client).digest('hex').slice(0, 16)}`;
  const scope = SCOPES.filter((one) => scopes.includes(one));
  const token = { id, name: client.slice(0, 200) || 'of an unnamed client', scope };
  return { kind: 'member', ...member, login: id, expires_at, token };
}
