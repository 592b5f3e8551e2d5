import { z } from 'zod';
import { SCOPES, type Scope, type TokenInUse } from '../domain/accessToken.js';
import type { Caller, MemberCaller } from '../domain/caller.js';
import { OutTime } from '../domain/fields.js';
import { Ulid } from '../domain/ids.js';
import { projectKey } from '../domain/names.js';
import { formatTime } from '../domain/time.js';
import type { TokenRow } from '../projections/teams.js';
import type { Sql } from '../sqlite/sqlite.js';

/** A token in a response: never its secret. */
export const AccessToken = z
  .object({
    id: Ulid,
    name: z.string(),
    scope: z.array(z.enum(SCOPES)),
    projects: z.array(z.string()).optional().meta({ description: 'Absent for all.' }),
    holder: z.string().meta({
      description:
        'For whom it acts: the e-mail of a member, `admin`, or `anonymous` of an open vault.',
    }),
    created_at: OutTime,
    expires_at: OutTime.optional(),
    application: z.literal(true).optional().meta({
      description: 'An application that was let in by OAuth.',
    }),
    ended_at: OutTime.optional().meta({
      description: 'When it was revoked or expired; absent while it lives.',
    }),
    last_used_at: OutTime.optional().meta({
      description: 'To the hour, as far as it is known; absent before the first use.',
    }),
  })
  .meta({ id: 'AccessToken' });
export type AccessToken = z.infer<typeof AccessToken>;

/** A token as it was made, and who it acts for; a member that was removed has no such row. */
export interface FoundToken extends TokenRow, Pick<MemberCaller, 'email' | 'role' | 'team'> {}

/** SQL for the tokens whose holder is still there. */
const HELD = `SELECT tokens.*, email, role, teams.name AS team
  FROM tokens LEFT JOIN members ON members.id = member_id LEFT JOIN teams ON teams.id = tokens.team_id
  WHERE (holder <> 'member' OR members.id IS NOT NULL AND teams.id IS NOT NULL)`;

/** The token with a hash, revoked or expired as it may be. */
export function findToken(views: Sql, tokenHash: string): FoundToken | undefined {
  return views.get<FoundToken>(`${HELD} AND token_hash = ?`, [tokenHash]);
}

/** Who acts by a token. */
export function callerBy(row: FoundToken): Caller {
  const token: TokenInUse = {
    id: row.id,
    name: row.name,
    scope: listOf<Scope>(row.scope) ?? [],
    projects: listOf<string>(row.projects)?.map(projectKey),
  };
  const { email, role, team, member_id, team_id } = row;
  if (row.holder !== 'member') return { kind: row.holder, token };
  if (member_id === null || team_id === null) throw new Error('the token of a member names none');
  const expires_at = row.expires_at ?? Number.MAX_SAFE_INTEGER;
  return {
    kind: 'member',
    id: member_id,
    email,
    role,
    team_id,
    team,
    login: row.id,
    expires_at,
    token,
  };
}

/** Unchecked JSON: only the projection writes these columns. */
const listOf = <T>(column: string | null): readonly T[] | undefined =>
  column === null ? undefined : JSON.parse(column);

/** Whose tokens are asked for: those of a member, those of no member, or all. */
export type TokensOf = { readonly member: string } | 'nobody' | 'all';

/** Which of them: those that live at a time, in seconds since 1970, or those with an id, also where they have ended. */
export type WhichTokens = { readonly livingAt: number } | { readonly ids: readonly string[] };

/** Tokens, newest first, with their rows. */
export function tokensOf(views: Sql, of: TokensOf, which: WhichTokens): readonly FoundToken[] {
  const whose =
    of === 'all' ? '' : of === 'nobody' ? "AND holder <> 'member'" : 'AND member_id = :member';
  const chosen =
    'ids' in which
      ? 'tokens.id IN (SELECT value FROM json_each(:ids))'
      : 'revoked_at IS NULL AND (expires_at IS NULL OR coalesce(until, expires_at) > :livingAt)';
  const given = 'ids' in which ? { ids: JSON.stringify(which.ids) } : which;
  return views.all<FoundToken>(`${HELD} AND ${chosen} ${whose} ORDER BY tokens.position DESC`, {
    ...given,
    ...(typeof of === 'object' && of),
  });
}

/** The keys of the streams of all tokens that a member of a team ever made. */
export function tokenKeysOf(
  views: Sql,
  of: { readonly team_id: string; readonly member_id: string },
): readonly string[] {
  return views
    .all<Pick<TokenRow, 'key'>>(
      'SELECT DISTINCT key FROM tokens WHERE member_id = :member_id AND team_id = :team_id',
      of,
    )
    .map(({ key }) => key);
}

/** A token for a response at `now`; it and `used` are in seconds since 1970. */
export function shownToken(row: FoundToken, now: number, used?: number): AccessToken {
  const projects = listOf<string>(row.projects);
  const ends = row.until ?? row.expires_at;
  const ended = row.revoked_at ?? (ends !== null && ends <= now ? ends : undefined);
  return {
    id: row.id,
    name: row.name,
    scope: [...(listOf<Scope>(row.scope) ?? [])],
    ...(projects && { projects: [...projects] }),
    holder: { member: row.email, owner: 'admin', anonymous: 'anonymous' }[row.holder],
    created_at: formatTime(row.created_at),
    ...(ends !== null && { expires_at: formatTime(ends) }),
    ...(row.until !== null && { application: true as const }),
    ...(ended !== undefined && { ended_at: formatTime(ended) }),
    ...(used !== undefined && { last_used_at: formatTime(used) }),
  };
}
