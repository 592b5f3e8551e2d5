import { z } from 'zod';
import type { Access } from '../../app/access.js';
import { askedHash, createGrant, grantKey } from '../../commands/grants.js';
import { CreateToken } from '../../commands/tokens.js';
import { SCOPES } from '../../domain/accessToken.js';
import { wallOfPerson } from '../../domain/caller.js';
import { optional } from '../../domain/fields.js';
import { sha256Hex } from '../../domain/hash.js';
import { isLoopbackName } from '../../domain/host.js';
import { Rejection } from '../../domain/rejection.js';
import { randomToken, tokenHash } from '../../domain/token.js';
import { ok } from '../answers/successAnswers.js';
import { authorizationServerOf, isResourceOf, RESOURCE_PATH } from '../door/authorizationServer.js';
import { holderName } from '../door/authorize.js';
import { group, post } from '../route.js';
import { holderOf } from './tokens.js';

const Consent = z
  .object({
    problem: z.string().optional().meta({ description: 'Why the application is refused.' }),
    client: z.string().optional().meta({ description: 'The name that the client gives itself.' }),
    client_host: z.string().optional().meta({ description: 'Who vouches for that name.' }),
    redirect_host: z.string().optional().meta({ description: 'Where an answer is sent.' }),
    redirect_program: z.literal(true).optional().meta({
      description:
        'It is sent to a program on the machine of the browser, and any can say that it is this one.',
    }),
    scope: z.array(z.enum(SCOPES)).optional(),
    redirect: z.string().optional().meta({
      description:
        'Where the browser has to go, with the answer in it; beside a problem, if the person wants to.',
    }),
  })
  .meta({ id: 'Consent' });

const EXAMPLE = {
  client: 'Claude',
  client_host: 'claude.ai',
  redirect_host: 'claude.ai',
  scope: ['read' as const, 'write' as const],
};

/** What the page asks of a person for an application. No token lets anybody in. */
export const consentRoutes = group({ tag: 'auth' }, [
  post('/oauth/consent', 'decideConsent', {
    scope: 'none',
    summary: 'See what an application asks for, and let it in or not',
    withoutKey: true,
    body: z.strictObject({
      query: z.string().max(8000).meta({ description: 'Of the authorization request.' }),
      decision: z.enum(['approve', 'deny']).optional().meta({ description: 'None yet: show it.' }),
      scope: optional(CreateToken.shape.scope).meta({
        description: 'What of it is approved; all without it.',
      }),
      projects: CreateToken.shape.projects,
    }),
    example: { query: 'response_type=code' },
    answers: ok('What it asks, or where to go.', Consent, EXAMPLE),
    errors: ['not_found'],
    async handle({ vault, access, body, caller, execute }) {
      const issuer = authorizationServerOf(vault.config);
      if (issuer === undefined)
        throw new Rejection('not_found', 'this vault accepts no applications over OAuth');
      const query = new URLSearchParams(body.query);
      const asked = await readRequest(query, access.clientDocuments, holderName(caller));
      const answer = (fields: Readonly<Record<string, string>>) => {
        const url = new URL(asked.redirect);
        const { state } = asked;
        const all = { ...fields, ...(state !== undefined && { state }), iss: issuer };
        for (const [name, value] of Object.entries(all)) url.searchParams.append(name, value);
        return { redirect: url.href };
      };
      const { client, document, redirect, challenge = '' } = asked;
      const host = new URL(client).host;
      const name = document.client_name;
      const shown = { client: name, client_host: host, ...shownPlace(redirect) };
      const wrong = problemOf(asked, issuer);
      // Anybody can be a client: a link must not lead on to where it likes before the person has agreed.
      if (wrong && body.decision === undefined)
        return { ...shown, problem: wrong.error_description, ...answer(wrong) };
      if (wrong) return answer(wrong);
      if (body.decision === 'deny') return answer({ error: 'access_denied' });
      if (body.decision === undefined) return { ...shown, scope: asked.scope };
      const { scope = asked.scope, projects } = body;
      if (!scope.every((one) => asked.scope.includes(one)))
        throw invalid(`scope: it asks for ${asked.scope.join(', ')} alone`);
      const wall = wallOfPerson(caller, vault.config.auth);
      const key = grantKey(randomToken(), wall);
      await execute(createGrant, {
        key,
        name: `${[...name].slice(0, 60).join('')} (${host.slice(0, 80)})`,
        holder: holderOf(caller),
        scope,
        projects,
        token_hash: tokenHash(randomToken()),
        client_hash: sha256Hex(client),
        asked_hash: askedHash(client, redirect, challenge),
      });
      return answer({ code: access.grants.renewal({ key, generation: 0 }) });
    },
  }),
]);

type Asked = Awaited<ReturnType<typeof readRequest>>;

/**
 * Reads an authorization request. Throws `invalid_parameter` where client or redirect URI are not to be trusted: then nothing may be
 * sent there.
 */
async function readRequest(
  query: URLSearchParams,
  documents: Access['clientDocuments'],
  who: string,
) {
  // A parameter without a value counts as left out (OAuth 2.1).
  const one = (name: string) => query.get(name) || undefined;
  const client = one('client_id') ?? '';
  const redirect = one('redirect_uri') ?? '';
  const document = await documents(client, who).catch((error: unknown) => {
    if (error instanceof Rejection) throw error;
    const why = error instanceof z.ZodError ? 'it is not a document about a client' : String(error);
    throw invalid(`client_id ${client.slice(0, 200)} cannot be read: ${why.slice(0, 300)}`);
  });
  if (!isRegistered(document, redirect))
    throw invalid('redirect_uri is not one of the client, or is not safe to open');
  const wanted = one('scope')?.split(' ') ?? ['read', 'write'];
  const twice = [...new Set(query.keys())].find(
    (name) => name !== 'resource' && query.getAll(name).length > 1,
  );
  return {
    client,
    document,
    redirect,
    twice,
    state: one('state'),
    responseType: one('response_type'),
    challenge: one('code_challenge'),
    method: one('code_challenge_method'),
    resources: query.getAll('resource').filter((one) => one !== ''),
    scope: SCOPES.filter((scope) => wanted.includes(scope)),
  };
}

/** What is wrong with a request of a known client, as the client is told. */
function problemOf(asked: Asked, issuer: string) {
  const wrong = (error: string, error_description: string) => ({ error, error_description });
  if (asked.twice !== undefined)
    return wrong('invalid_request', `${asked.twice} must be sent once`);
  if (asked.responseType !== 'code')
    return wrong('unsupported_response_type', 'response_type must be code');
  if (asked.method !== 'S256' || !/^[\w-]{43}$/.test(asked.challenge ?? ''))
    return wrong('invalid_request', 'PKCE is needed: code_challenge of S256');
  if (!asked.resources.every((one) => isResourceOf(issuer, one)))
    return wrong('invalid_target', `resource must be ${issuer}${RESOURCE_PATH}`);
  if (asked.scope.length === 0)
    return wrong('invalid_scope', `scope must name one of ${SCOPES.join(', ')}`);
  return undefined;
}

const invalid = (message: string) => new Rejection('invalid_parameter', message);

/** Applications on a machine of their own: names of programs, and names of domains backwards (RFC 8252). */
const OF_PROGRAMS = /^(?:cursor|vscode|vscode-insiders|[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+):$/;

/** Whether a client names an address, which a browser can be sent to. On loopback, any port will do (RFC 8252, section 7.3). */
function isRegistered({ redirect_uris }: Asked['document'], redirect: string): boolean {
  const url = URL.canParse(redirect) ? new URL(redirect) : undefined;
  if (!url || redirect.includes('#')) return false;
  const isLocal = url.protocol === 'http:' && isLoopbackName(url.hostname);
  if (!isLocal && url.protocol !== 'https:' && !OF_PROGRAMS.test(url.protocol)) return false;
  return redirect_uris.some((one) => {
    if (one === redirect) return true;
    if (!isLocal || !URL.canParse(one)) return false;
    const named = new URL(one);
    named.port = url.port;
    return named.href === url.href;
  });
}

/** Where an answer goes. What follows the scheme of a program is its own choice, and no host of the internet. */
function shownPlace(redirect: string) {
  const { host, hostname, protocol } = new URL(redirect);
  const isOfProgram = OF_PROGRAMS.test(protocol);
  return {
    redirect_host: isOfProgram ? `${protocol}${host && `//${host}`}` : host,
    ...((isOfProgram || isLoopbackName(hostname)) && { redirect_program: true as const }),
  };
}
