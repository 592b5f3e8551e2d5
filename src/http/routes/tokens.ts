import { z } from 'zod';
import { CreateToken, createToken, noToken, revokeToken } from '../../commands/tokens.js';
import { TOKEN_PREFIX } from '../../domain/accessToken.js';
import { type Caller, isAdmin, wallOfPerson } from '../../domain/caller.js';
import { optional } from '../../domain/fields.js';
import { toSeconds } from '../../domain/time.js';
import { tokenHash } from '../../domain/token.js';
import { canonicalUlid } from '../../domain/ulid.js';
import type { TokenHolder } from '../../events/token.js';
import { AccessToken, shownToken, type TokensOf, tokensOf } from '../../queries/tokens.js';
import { created, noContent, ok } from '../answers/successAnswers.js';
import { currentTeams } from '../door/teams.js';
import { EXAMPLES } from '../openapi/examples.js';
import { pathId } from '../request/parameters.js';
import { del, get, group, post } from '../route.js';

const MADE = {
  id: EXAMPLES.invite.id,
  name: 'ci-bot',
  scope: ['read' as const],
  projects: ['checkout'],
  holder: EXAMPLES.member.email,
  created_at: '2026-11-20T09:30:00Z',
  expires_at: '2027-02-18T09:30:00Z',
};

const MOST_IDS = 100;

const Ids = z
  .string()
  .transform((list, ctx): readonly string[] => {
    const texts = list.split(',', MOST_IDS + 1);
    if (texts.length > MOST_IDS) ctx.addIssue(`must be at most ${MOST_IDS} ids`);
    return texts.slice(0, MOST_IDS).map((text) => {
      const id = canonicalUlid(text);
      if (id === undefined) ctx.addIssue(`"${text}" is not a ULID`);
      return id ?? text;
    });
  })
  .meta({ override: { type: 'string', minLength: 26 } });

const CreatedToken = AccessToken.omit({ ended_at: true, last_used_at: true })
  .extend({
    token: z.string().meta({
      description: `\`${TOKEN_PREFIX}\` and 64 hex characters: no other answer shows it.`,
    }),
  })
  .meta({ id: 'CreatedToken' });

/** Tokens of agents and programs. No token makes, lists or ends tokens. */
export const tokenRoutes = group({ tag: 'auth' }, [
  post('/api/v1/tokens', 'createToken', {
    scope: 'none',
    summary: 'Make a token for an agent or a program',
    description:
      'It acts for you, as far as its scope and its projects go, and is sent as `Authorization: Bearer`. It never administers, and behind ' +
      'walls a token of an admin sees what its team sees. Only this answer shows it: the vault keeps a hash.',
    body: CreateToken,
    example: { name: MADE.name, scope: MADE.scope, projects: MADE.projects },
    answers: created('The token.', CreatedToken, {
      ...MADE,
      token: `${TOKEN_PREFIX}${EXAMPLES.token}`,
    }),
    errors: ['conflict'],
    async handle({ vault, access, body, caller, context, execute }) {
      const wall = wallOfPerson(caller, vault.config.auth);
      const secret = access.newToken(['token', wall, body.name], context.idempotencyKey);
      const token = `${TOKEN_PREFIX}${secret}`;
      const holder = holderOf(caller);
      const { state } = await execute(createToken, {
        ...body,
        holder,
        wall,
        token_hash: tokenHash(token),
      });
      const views = await currentTeams(vault);
      const [row] = tokensOf(views, shownTo(caller), { ids: state ? [state.id] : [] });
      // A retry after it was revoked.
      if (!row || row.revoked_at !== null) throw noToken(body.name);
      return { ...shownToken(row, row.created_at), token };
    },
  }),
  get('/api/v1/tokens', 'listTokens', {
    scope: 'none',
    summary: 'List the tokens that live, newest first',
    description: 'Yours; the owner and admins see all of them.',
    query: z.strictObject({
      ids: optional(Ids).meta({
        description: `Only the tokens with these ids: up to ${MOST_IDS}, with commas between; also ended ones.`,
      }),
    }),
    answers: ok('The tokens.', z.array(AccessToken), [MADE]),
    async handle({ vault, access, caller, query: { ids } }) {
      const now = toSeconds(vault.executor.now());
      const which = ids ? { ids } : { livingAt: now };
      const rows = tokensOf(await currentTeams(vault), shownTo(caller), which);
      return Promise.all(
        rows.map(async (row) => shownToken(row, now, await access.tokenUses.lastOf(row.id))),
      );
    },
  }),
  del('/api/v1/tokens/{id}', 'revokeToken', {
    scope: 'none',
    summary: 'Revoke a token',
    description: 'It stops working at once, on other nodes as soon as they hear of it.',
    params: z.object({ id: pathId('token') }),
    answers: noContent('Revoked.'),
    errors: ['not_found'],
    async handle({ vault, caller, params: { id }, execute }) {
      const [row] = tokensOf(await currentTeams(vault), shownTo(caller), { ids: [id] });
      if (!row) throw noToken(id);
      await execute(revokeToken, { key: row.key, id });
    },
  }),
]);

/** For whom a token is that a caller makes. */
export function holderOf(caller: Caller): TokenHolder {
  return caller.kind === 'member'
    ? { kind: 'member', member_id: caller.id, team_id: caller.team_id }
    : { kind: caller.kind };
}

function shownTo(caller: Caller): TokensOf {
  if (isAdmin(caller)) return 'all';
  return caller.kind === 'member' ? { member: caller.id } : 'nobody';
}
