import type { MemberCaller } from '../domain/caller.js';
import type { Sql } from '../sqlite/sqlite.js';

/** The member of a session token, by the token's hash. The login may have expired: check `expires_at`. */
export function findLogin(views: Sql, tokenHash: string): MemberCaller | undefined {
  const row = views.get<Omit<MemberCaller, 'kind'>>(
    `SELECT members.id, email, role, teams.id AS team_id, teams.name AS team, logins.id AS login,
       expires_at
     FROM logins JOIN members ON members.id = member_id JOIN teams ON teams.id = logins.team_id
     WHERE token_hash = ?`,
    [tokenHash],
  );
  return row && { kind: 'member', ...row };
}

/** An invite as it was issued. It may have been used, revoked or expired since. */
export interface FoundInvite {
  readonly id: string;
  readonly member_id: string;
  /** Name of the team. */
  readonly team: string;
}

/** The invite of an invite token, by the token's hash. */
export function findInvite(views: Sql, tokenHash: string): FoundInvite | undefined {
  return views.get<FoundInvite>(
    `SELECT invites.id, member_id, teams.name AS team FROM invites JOIN teams ON teams.id = team_id
     WHERE token_hash = ?`,
    [tokenHash],
  );
}
