import { z } from 'zod';
import { SCOPES, type Scope } from '../domain/accessToken.js';
import { Name, optional, Time, text } from '../domain/fields.js';
import { projectKey } from '../domain/names.js';
import { rejectionOf } from '../domain/parse.js';
import { Rejection } from '../domain/rejection.js';
import { toSeconds } from '../domain/time.js';
import { accessToken, type TokenHolder, tokenKey } from '../events/token.js';
import type { PrivacyFilter, Redacted } from '../privacy/privacyFilter.js';
import { command } from './command.js';

/** Projects that one token is bound to. */
const MOST_PROJECTS = 20;

/** The request to make a token. */
export const CreateToken = z
  .strictObject({
    name: text(1, 80).meta({
      description: 'Yours alone, among your tokens that live. Case does not count.',
    }),
    scope: z
      .array(z.enum(SCOPES))
      .min(1, 'must name at least one of read, write and forget')
      .transform((given): readonly Scope[] => SCOPES.filter((one) => given.includes(one)))
      .meta({
        description: '`read` what you see, `write` what stays, `forget` for good.',
      }),
    projects: optional(
      z.array(Name).min(1, 'must name at least one, or be left out for all').max(MOST_PROJECTS),
    ).meta({ description: 'It is bound to them: everything else is as if it were not there.' }),
    expires_at: optional(Time).meta({
      description:
        'When it ends. Without it, it lasts until it is revoked, or its member is removed.',
    }),
  })
  .meta({ id: 'CreateToken' });
export type CreateToken = z.output<typeof CreateToken>;

interface Creating extends CreateToken {
  readonly holder: TokenHolder;
  /** `wallOfPerson` of the holder. */
  readonly wall: string;
  readonly token_hash: string;
}

/**
 * Makes a token. Rejected (`conflict`) while another one of that holder has the name, and (`invalid_payload`) where it would have
 * ended already, and where the privacy filter finds something in the name.
 */
export const createToken = command({
  name: 'createToken',
  async redact({ name, projects, ...rest }: Creating, filter) {
    return {
      ...rest,
      name: await unchanged(name, filter),
      projects: await boundTo(projects, filter),
    };
  },
  stream: accessToken,
  streamKey: ({ name, wall }) => tokenKey(name, wall),
  decide(before, { name, holder, scope, projects, token_hash, expires_at }, { id, at }) {
    const ends = expires_at === undefined ? undefined : toSeconds(expires_at);
    if (ends !== undefined && ends <= toSeconds(at))
      throw rejectionOf(
        [{ path: '/expires_at', message: 'must be in the future' }],
        'invalid_payload',
      );
    const isTaken = before?.revoked === false && (before.expires_at ?? Infinity) > toSeconds(at);
    if (isTaken)
      throw new Rejection(
        'conflict',
        `name: there is a token ${before.name} already: revoke it first, or choose another name`,
      );
    return [
      {
        type: 'token.created',
        data: { id, name, holder, scope, projects, token_hash, expires_at: ends },
      },
    ];
  },
});

/** The projects that a token is bound to, as the log holds them: without those that are another spelling of an earlier one. */
export async function boundTo(
  projects: readonly string[] | undefined,
  filter: PrivacyFilter,
): Promise<readonly Redacted[] | undefined> {
  if (!projects) return undefined;
  const redacted = await Promise.all(projects.map(async (one) => (await filter(one)).text));
  return [...new Map(redacted.map((one) => [projectKey(one), one])).values()];
}

async function unchanged(name: string, filter: PrivacyFilter): Promise<Redacted> {
  const { text: redacted, finds } = await filter(name);
  if (finds.length === 0) return redacted;
  const message = 'must not hold what the privacy filter replaces: choose another name';
  throw rejectionOf([{ path: '/name', message }], 'invalid_payload');
}

/** Ends a token by the key of its stream. Rejected (`not_found`) when it has ended already. */
export const revokeToken = command({
  name: 'revokeToken',
  redact: async (input: { key: string; id: string }) => input,
  stream: accessToken,
  streamKey: ({ key }) => key,
  decide(state, { id }) {
    if (state?.revoked === false && state.id === id)
      return [{ type: 'token.revoked', data: { id } }];
    throw noToken(id);
  },
});

/** The rejection for a token that is not there, has ended, or belongs to somebody else. */
export function noToken(idOrName: string): Rejection {
  return new Rejection('not_found', `there is no token ${idOrName}`);
}
