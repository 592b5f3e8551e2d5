import { z } from 'zod';
import { type MemberCaller, ROLES } from '../domain/caller.js';
import { OutTime } from '../domain/fields.js';
import { Ulid } from '../domain/ids.js';
import { caseless } from '../domain/names.js';
import { formatTime } from '../domain/time.js';
import { canonicalUlid } from '../domain/ulid.js';
import type { InviteRow, LoginRow, MemberRow, TeamRow } from '../projections/teams.js';
import type { Sql } from '../sqlite/sqlite.js';

/** A team in a response. */
export const Team = z
  .object({ id: Ulid, name: z.string(), created_at: OutTime })
  .meta({ id: 'Team' });
export type Team = z.infer<typeof Team>;

export const Member = z
  .object({ id: Ulid, email: z.string(), role: z.enum(ROLES) })
  .meta({ id: 'Member' });
export type Member = z.infer<typeof Member>;

export const Invite = z
  .object({
    id: Ulid,
    email: z.string(),
    state: z.enum(['pending', 'used', 'expired', 'revoked']),
    expires_at: OutTime,
  })
  .meta({
    id: 'Invite',
    description: 'Without the token, which only the answer to its creation shows.',
  });
export type Invite = z.infer<typeof Invite>;

export const Login = z
  .object({ id: Ulid, member_id: Ulid, email: z.string(), opened_at: OutTime, expires_at: OutTime })
  .meta({ id: 'Login' });
export type Login = z.infer<typeof Login>;

/** Finds a team by its id or, failing that, by its name, ignoring case. */
export function findTeam(views: Sql, idOrName: string): TeamRow | undefined {
  return (
    views.get<TeamRow>('SELECT * FROM teams WHERE id = ?', [canonicalUlid(idOrName) ?? '']) ??
    views.get<TeamRow>('SELECT * FROM teams WHERE caseless = ?', [caseless(idOrName)])
  );
}

/** All teams, the oldest first. */
export function listTeams(views: Sql): Team[] {
  return views
    .all<TeamRow>('SELECT * FROM teams ORDER BY position')
    .map(({ id, name, created_at }) => ({ id, name, created_at: formatTime(created_at) }));
}

/** The members of a team, in the order in which they joined. */
export function listMembers(views: Sql, teamId: string): Member[] {
  return views
    .all<MemberRow>('SELECT * FROM members WHERE team_id = ? ORDER BY position', [teamId])
    .map(({ id, email, role }) => ({ id, email, role }));
}

/** All invites of a team, newest first, with their state at `now` in seconds since 1970. */
export function listInvites(views: Sql, teamId: string, now: number): Invite[] {
  return views
    .all<InviteRow & Pick<MemberRow, 'email'>>(
      `SELECT invites.*, email FROM invites JOIN members ON members.id = member_id
       WHERE invites.team_id = ? ORDER BY invites.position DESC`,
      [teamId],
    )
    .map((row) => ({
      id: row.id,
      email: row.email,
      state: stateOf(row, now),
      expires_at: formatTime(row.expires_at),
    }));
}

/** The ids of all invites of a member of a team. */
export function invitesOf(
  views: Sql,
  { team_id, member_id }: Pick<InviteRow, 'team_id' | 'member_id'>,
): string[] {
  return views
    .all<Pick<InviteRow, 'id'>>('SELECT id FROM invites WHERE team_id = ? AND member_id = ?', [
      team_id,
      member_id,
    ])
    .map(({ id }) => id);
}

function stateOf({ state, expires_at }: InviteRow, now: number): Invite['state'] {
  if (state !== 'open') return state;
  return expires_at <= now ? 'expired' : 'pending';
}

/** The logins of a team that are valid at `now` in seconds since 1970, newest first. */
export function listLogins(views: Sql, teamId: string, now: number): Login[] {
  return views
    .all<LoginRow & Pick<MemberRow, 'email'>>(
      `SELECT logins.*, email FROM logins JOIN members ON members.id = member_id
       WHERE logins.team_id = ? AND expires_at > ? ORDER BY logins.position DESC`,
      [teamId, now],
    )
    .map(({ id, member_id, email, opened_at, expires_at }) => ({
      id,
      member_id,
      email,
      opened_at: formatTime(opened_at),
      expires_at: formatTime(expires_at),
    }));
}

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

/** The members that have an e-mail, in whatever team; ASCII letters are compared without case. */
export function findByEmail(
  views: Sql,
  email: string,
): Omit<MemberCaller, 'kind' | 'login' | 'expires_at' | 'token'>[] {
  return views.all(
    `SELECT members.id, email, role, teams.id AS team_id, teams.name AS team
     FROM members JOIN teams ON teams.id = members.team_id WHERE email = ? COLLATE NOCASE`,
    [email],
  );
}

/** An invite as it was issued. It may have been used, revoked or expired since. */
interface FoundInvite {
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
