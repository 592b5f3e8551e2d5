import type { Scope } from '../domain/accessToken.js';
import { wallOf } from '../domain/caller.js';
import { sha256Hex } from '../domain/hash.js';
import { toSeconds } from '../domain/time.js';
import { streamKey } from '../events/recorded.js';
import { accessToken, type TokenHolder } from '../events/token.js';
import { command } from './command.js';
import { boundTo, noToken } from './tokens.js';

/** How long a code, an access token and a grant that nobody renews are good, in seconds. */
export const LASTS_S = { code: 60, access: 3600, grant: 30 * 86_400 };

/** What ties a code to the request that it answers: SHA-256 of client, redirect URI and PKCE challenge. */
export const askedHash = (client: string, redirect: string, challenge: string): string =>
  sha256Hex(JSON.stringify([client, redirect, challenge]));

/** The key of the stream of a grant. `random` is its own: one person may let in one application on several machines. */
export const grantKey = (random: string, wall: string): string =>
  streamKey(`grant ${random}`, wallOf(wall));

interface Granting {
  readonly key: string;
  readonly name: string;
  readonly holder: TokenHolder;
  readonly scope: readonly Scope[];
  /** Undefined for all that the person sees. */
  readonly projects?: readonly string[] | undefined;
  /** Of a token that nobody gets: a code alone lets nobody in. */
  readonly token_hash: string;
  readonly client_hash: string;
  readonly asked_hash: string;
}

/** Lets an application in, which then has to exchange its code. */
export const createGrant = command({
  name: 'createGrant',
  async redact({ name, projects, ...rest }: Granting, filter) {
    return {
      ...rest,
      name: (await filter(name)).text,
      projects: await boundTo(projects, filter),
    };
  },
  stream: accessToken,
  streamKey: ({ key }) => key,
  decide(_before, { key: _, client_hash, asked_hash, ...agreed }, { id, at }) {
    const until = toSeconds(at) + LASTS_S.code;
    const grant = { client_hash, asked_hash, generation: 0, until };
    const data = { id, ...agreed, expires_at: until, grant };
    return [{ type: 'token.created', data }];
  },
});

interface Renewing {
  readonly key: string;
  /** That of the code (0) or of the refresh token that is shown. */
  readonly generation: number;
  /** Of the client, as `Grant` has it. */
  readonly client_hash: string;
  /** Of the request that a code answers. */
  readonly asked_hash?: string | undefined;
  readonly token_hash: string;
}

/**
 * Makes the token of a grant anew. A code or refresh token that was used before ends the grant, because somebody else has it: then
 * the state is revoked. Rejected (`not_found`) for a grant that has ended, and for one of another client or request.
 */
export const renewGrant = command({
  name: 'renewGrant',
  redact: async (input: Renewing) => input,
  stream: accessToken,
  streamKey: ({ key }) => key,
  decide(state, { generation, client_hash, asked_hash, token_hash }, { at }) {
    const now = toSeconds(at);
    if (state?.revoked !== false || !state.grant || state.grant.until <= now)
      throw noToken('that can be renewed');
    const { created_at: _, revoked: __, grant, ...kept } = state;
    const isMeant =
      grant.client_hash === client_hash &&
      (generation > 0 || grant.asked_hash === asked_hash) &&
      generation <= grant.generation;
    if (!isMeant) throw noToken('of this client and request');
    if (generation < grant.generation) return [{ type: 'token.revoked', data: { id: state.id } }];
    const renewed = {
      ...kept,
      token_hash,
      expires_at: now + LASTS_S.access,
      grant: { ...grant, generation: generation + 1, until: now + LASTS_S.grant },
    };
    return [{ type: 'token.created', data: renewed }];
  },
});
