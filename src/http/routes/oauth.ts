import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Vault } from '../../app/vault.js';
import { askedHash, LASTS_S, renewGrant } from '../../commands/grants.js';
import { revokeToken } from '../../commands/tokens.js';
import { SCOPES, TOKEN_PREFIX } from '../../domain/accessToken.js';
import { sha256Hex } from '../../domain/hash.js';
import { Rejection } from '../../domain/rejection.js';
import { tokenHash } from '../../domain/token.js';
import { accessToken, type TokenState } from '../../events/token.js';
import { fold } from '../../events/vaultEvent.js';
import { findToken } from '../../queries/tokens.js';
import { ok } from '../answers/successAnswers.js';
import { authorizationServerOf, isResourceOf, RESOURCE_PATH } from '../door/authorizationServer.js';
import { foundWrong } from '../door/limits.js';
import { findInTeams } from '../door/teams.js';
import { type Call, get, group, post } from '../route.js';

const Metadata = z.looseObject({ issuer: z.string() }).meta({ id: 'AuthorizationServer' });

/** A refusal of the token endpoint (RFC 6749, section 5.2). */
class Refused extends Error {
  constructor(
    readonly error: string,
    message: string,
  ) {
    super(message);
  }
}

const FORM = 'application/x-www-form-urlencoded';
const LARGEST_FORM = 16 * 1024;

/** The protocol of OAuth, as its clients speak it. */
export const oauthRoutes = group({ tag: 'auth', audience: 'public' }, [
  get('/.well-known/oauth-authorization-server', 'getAuthorizationServer', {
    summary: 'How applications are let in (RFC 8414)',
    undocumented: true,
    answers: ok('The metadata.', Metadata, { issuer: 'https://vault.example' }),
    errors: ['not_found'],
    handle: ({ vault: { config } }) => {
      const issuer = issuerOf(config);
      return {
        issuer,
        authorization_endpoint: `${issuer}/oauth/authorize`,
        token_endpoint: `${issuer}/oauth/token`,
        revocation_endpoint: `${issuer}/oauth/revoke`,
        scopes_supported: SCOPES,
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        client_id_metadata_document_supported: true,
      };
    },
  }),
  get('/oauth/authorize', 'authorizeApplication', {
    summary: 'Ask a person to let an application in (OAuth 2.1)',
    undocumented: true,
    // Parameters that nobody knows are ignored (RFC 6749, section 3.1): the page has them checked.
    query: z.looseObject({}),
    answers: { 303: { description: 'To the page, which asks.' } },
    errors: ['not_found'],
    handle({ vault: { config }, request, reply }) {
      const { search } = new URL(request.originalUrl, 'http://localhost');
      reply.header('location', `${issuerOf(config)}/#/connect${search}`);
    },
  }),
  post('/oauth/token', 'issueAccessToken', {
    summary: 'Exchange a code or a refresh token (OAuth 2.1)',
    undocumented: true,
    withoutKey: true,
    text: true,
    body: z.string(),
    bodyLimit: LARGEST_FORM,
    answers: {
      200: { description: 'The tokens.', content: z.looseObject({}), example: {} },
      400: { description: 'As of RFC 6749, section 5.2.', content: z.looseObject({}), example: {} },
    },
    errors: ['not_found'],
    handle: (call) => asOAuth(call, () => renewed(call)),
  }),
  post('/oauth/revoke', 'revokeGrant', {
    summary: 'End the access of an application (RFC 7009)',
    undocumented: true,
    withoutKey: true,
    text: true,
    body: z.string(),
    bodyLimit: LARGEST_FORM,
    answers: {
      200: { description: 'It is ended, or never was.', content: z.looseObject({}), example: {} },
      400: { description: 'As of RFC 6749, section 5.2.', content: z.looseObject({}), example: {} },
    },
    errors: ['not_found'],
    handle: (call) => asOAuth(call, () => revoked(call)),
  }),
]);

type FormCall = Call<unknown, unknown, string>;

/** The vault as an authorization server. Throws `not_found` where it is none. */
function issuerOf(config: Vault['config']): string {
  const issuer = authorizationServerOf(config);
  if (issuer !== undefined) return issuer;
  throw new Rejection(
    'not_found',
    'this vault accepts no applications: set VAULT_AUTH=session and VAULT_PUBLIC_URL with https, and unset VAULT_OIDC_ISSUER',
  );
}

async function asOAuth({ vault, reply }: FormCall, handle: () => Promise<object>) {
  issuerOf(vault.config);
  try {
    const body = await handle();
    reply.code(200);
    return body;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    reply.code(400);
    return { error: error.error, error_description: error.message };
  }
}

/** Reads a form, in which nothing may stand twice (RFC 6749, section 3.2). */
function formOf({ request, body }: FormCall): (name: string) => string | undefined {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== FORM) throw new Refused('invalid_request', `Content-Type must be ${FORM}`);
  const form = new URLSearchParams(body);
  return (name) => {
    const [value, another] = form.getAll(name);
    // An empty one counts as left out.
    if (another === undefined) return value || undefined;
    throw new Refused('invalid_request', `${name} must be sent once`);
  };
}

const invalidGrant = () =>
  new Refused(
    'invalid_grant',
    'it is unknown, expired, or belongs to another client or request: ask the person again',
  );

async function renewed(call: FormCall): Promise<object> {
  const { vault, access, context, execute } = call;
  const field = formOf(call);
  const needed = (name: string) => {
    const value = field(name);
    if (value) return value;
    throw new Refused('invalid_request', `${name} is missing`);
  };
  const kind = needed('grant_type');
  if (kind !== 'authorization_code' && kind !== 'refresh_token')
    throw new Refused('unsupported_grant_type', 'it must be authorization_code or refresh_token');
  const isCode = kind === 'authorization_code';
  const shown = access.grants.read(needed(isCode ? 'code' : 'refresh_token'));
  const client = needed('client_id');
  const challenge =
    isCode && createHash('sha256').update(needed('code_verifier')).digest('base64url');
  const asked = challenge ? askedHash(client, needed('redirect_uri'), challenge) : undefined;
  const issuer = issuerOf(vault.config);
  const resource = field('resource');
  if (resource !== undefined && !isResourceOf(issuer, resource))
    throw new Refused('invalid_target', `resource must be ${issuer}${RESOURCE_PATH}`);
  // One that the vault has made is no guess, also where it has ended: applications may share an address with others that live.
  if (!shown) foundWrong(call.request);
  if (!shown || (shown.generation === 0) !== isCode) throw invalidGrant();
  const { key, generation } = shown;
  const before = await stateOf(vault, key);
  if (before?.revoked !== false) throw invalidGrant();
  const wanted = field('scope')?.split(' ') ?? [];
  if (!isCode && wanted.some((one) => !before.scope.some((has) => has === one)))
    throw new Refused('invalid_scope', `it may be ${before.scope.join(' ')}, as the person agreed`);
  // Whoever was removed since is in no read model any more.
  if (!(await findInTeams(vault, (views) => findToken(views, before.token_hash))))
    throw invalidGrant();
  const next = { key, generation: generation + 1 };
  const token = access.grants.access(next);
  const { holder, id } = before;
  const person = holder.kind === 'member' ? `member:${holder.member_id}` : 'admin';
  const { state } = await execute(
    renewGrant,
    {
      key,
      generation,
      client_hash: sha256Hex(client),
      asked_hash: asked,
      token_hash: tokenHash(token),
    },
    { ...context, meta: { ...context.meta, actor: `${person} token:${id}` } },
  ).catch(refuseAsOver);
  if (state?.revoked !== false) throw invalidGrant();
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: LASTS_S.access,
    refresh_token: access.grants.renewal(next),
    scope: state.scope.join(' '),
  };
}

/** A token by its key. One that is not here, another node may have made a moment ago: nobody but the vault can have made its key. */
async function stateOf(vault: Vault, key: string): Promise<TokenState> {
  const read = async () =>
    fold(accessToken, await vault.log.readStream(`${accessToken.name}/${key}`));
  const state = await read();
  return state === undefined && (await vault.cluster.freshen()) ? read() : state;
}

function refuseAsOver(error: unknown): never {
  if (error instanceof Rejection && error.code === 'not_found') throw invalidGrant();
  throw error;
}

async function revoked(call: FormCall): Promise<object> {
  const { vault, access, context, execute } = call;
  const field = formOf(call);
  const shown = field('token');
  if (!shown) throw new Refused('invalid_request', 'token is missing');
  const found = shown.startsWith(TOKEN_PREFIX)
    ? await findInTeams(vault, (views) => findToken(views, tokenHash(shown)))
    : access.grants.read(shown);
  if (!found) {
    foundWrong(call.request);
    return {};
  }
  const state = await stateOf(vault, found.key);
  // A token that a person made is ended by that person.
  if (state?.revoked !== false || !state.grant) return {};
  const client = field('client_id');
  if (client !== undefined && sha256Hex(client) !== state.grant.client_hash)
    throw new Refused('invalid_client', 'this token is of another client');
  const { id, holder } = state;
  const person = holder.kind === 'member' ? `member:${holder.member_id}` : 'admin';
  const as = { ...context, meta: { ...context.meta, actor: `${person} token:${id}` } };
  await execute(revokeToken, { key: found.key, id }, as).catch((error) => {
    if (!(error instanceof Rejection && error.code === 'not_found')) throw error;
  });
  return {};
}
