import { z } from 'zod';
import type { Config } from '../../config/config.js';
import { SCOPES } from '../../domain/accessToken.js';
import { Rejection } from '../../domain/rejection.js';
import { ok } from '../answers/successAnswers.js';
import { authorizationServerOf, RESOURCE_PATH } from '../door/authorizationServer.js';
import { get, group } from '../route.js';

const PATH = '/.well-known/oauth-protected-resource/mcp';

const Metadata = z
  .object({
    resource: z.string(),
    authorization_servers: z.array(z.string()),
    scopes_supported: z.array(z.enum(SCOPES)),
    bearer_methods_supported: z.array(z.literal('header')),
    resource_name: z.string(),
  })
  .meta({ id: 'ProtectedResource' });

const metadataOf = (resource: string, issuer: string): z.infer<typeof Metadata> => ({
  resource,
  authorization_servers: [issuer],
  scopes_supported: [...SCOPES],
  bearer_methods_supported: ['header'],
  resource_name: 'Memory Vault',
});

const EXAMPLE = metadataOf('https://vault.example/mcp', 'https://login.example');

export const protectedResourceRoutes = group({ tag: 'auth', audience: 'public' }, [
  get(PATH, 'getProtectedResource', {
    summary: 'Where a client of MCP gets access tokens (RFC 9728)',
    answers: ok('The metadata.', Metadata, EXAMPLE),
    errors: ['not_found'],
    handle({ vault: { config } }) {
      const { publicUrl, oidcIssuer } = config;
      const issuer = oidcIssuer ?? authorizationServerOf(config);
      if (publicUrl && issuer) return metadataOf(`${publicUrl}${RESOURCE_PATH}`, issuer);
      throw new Rejection(
        'not_found',
        'nobody issues access tokens: set VAULT_PUBLIC_URL, and VAULT_AUTH=session or VAULT_OIDC_ISSUER',
      );
    },
  }),
]);

/** `WWW-Authenticate` of a 401 or 403 of /mcp (RFC 6750, RFC 9728); undefined where nobody issues tokens. */
export function challengeOf(
  config: Pick<Config, 'auth' | 'publicUrl' | 'oidcIssuer'>,
  error: 'invalid_token' | 'insufficient_scope' | undefined,
): string | undefined {
  const { publicUrl, oidcIssuer } = config;
  if (!publicUrl || !(oidcIssuer ?? authorizationServerOf(config))) return undefined;
  const said = error ? `error="${error}", ` : '';
  return `Bearer ${said}resource_metadata="${publicUrl}${PATH}", scope="read write"`;
}
